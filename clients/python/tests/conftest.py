import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from stage import Answer, Asked, FakeService, Service, StartFake

KEYS = os.environ.get("TEST_WALLET_KEYS", "").split(",")


@pytest.fixture
def service() -> Service:
    """Started by test/python/python.test.ts; the wallet has bought nothing yet."""
    given = os.environ
    return Service(
        given["TEST_SERVICE_URL"], KEYS.pop(), given["TEST_PAY_TO"], given["TEST_RPC_URL"]
    )


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("FORECOURT_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def fake() -> Iterator[StartFake]:
    """A service that answers so before a payment, and to payments in the given order; the last answer stays."""
    servers: list[ThreadingHTTPServer] = []
    ended = threading.Event()

    def start(unpaid: Answer, *paid: Answer) -> FakeService:
        asked: list[Asked] = []
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                payment = self.headers.get("PAYMENT-SIGNATURE")
                with lock:
                    at = len([one for one in asked if one.payment is not None])
                    asked.append(Asked(self.path, payment, self.headers.get("User-Agent")))
                answer = unpaid if payment is None else paid[min(at, len(paid) - 1)]
                if answer.is_silent:
                    ended.wait()
                    return
                text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return FakeService(f"http://127.0.0.1:{server.server_port}", asked)

    yield start
    ended.set()
    for server in servers:
        server.shutdown()
        server.server_close()
