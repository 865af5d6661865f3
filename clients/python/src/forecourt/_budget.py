import threading
from typing import Literal

from .errors import PaymentCapExceeded

ATOMIC_PER_USD = 1_000_000


class Budget:
    """Keeps what is signed below two caps, whatever is said to have become of it. Amounts are millionths."""

    def __init__(self, per_call_usd: float, total_usd: float) -> None:
        self._per_call_usd = per_call_usd
        self._total_usd = total_usd
        self._lock = threading.Lock()
        self.held = 0
        """All that counts: what was taken, and what is signed and may have been, or may yet be."""
        self.spent = 0

    def hold(self, amount: int, call_usd: float | None, counted: int = 0) -> None:
        """Counts the amount, less what counts already, or raises where it is too much. Nothing may be signed before."""
        with self._lock:
            self._check("call", amount, self._per_call_usd if call_usd is None else call_usd, 0)
            self._check("total", amount - counted, self._total_usd, self.held)
            self.held += amount - counted

    @property
    def left(self) -> int:
        """The rest of the total."""
        return round(self._total_usd * ATOMIC_PER_USD) - self.held

    def release(self, amount: int) -> None:
        """The amount was not signed for, or can never be taken any more."""
        with self._lock:
            self.held -= amount

    def charge(self, amount: int) -> None:
        """It was taken."""
        with self._lock:
            self.spent += amount

    def _check(self, cap: Literal["call", "total"], amount: int, usd: float, used: int) -> None:
        # A limit that is no number is below everything.
        left = round(usd * ATOMIC_PER_USD) - used if usd >= 0 else -1
        if amount > left:
            raise PaymentCapExceeded(cap, amount / ATOMIC_PER_USD, max(left, 0) / ATOMIC_PER_USD)
