import os
from collections.abc import Callable, Mapping
from typing import Any

from eth_account import Account
from langchain_core.tools import BaseTool, StructuredTool, ToolException

from forecourt import Forecourt, ForecourtError

# The caps hold whatever the model asks for.
forecourt = Forecourt(account=Account.from_key(os.environ["KEY"]), max_total_usd=1)


def vin_tool(name: str, words: str, buy: Callable[[str], Mapping[str, Any]]) -> BaseTool:
    def call(vin: str) -> Mapping[str, Any]:
        try:
            return buy(vin)
        except ForecourtError as error:
            # The model reads what was wrong and whether money may have moved.
            raise ToolException(f"{error} (charged: {error.charged})") from error

    return StructuredTool.from_function(call, name=name, description=words, handle_tool_error=True)


tools = [
    vin_tool("decode_vin", "What car a 17-character VIN is. Costs $0.01.", forecourt.decode),
    vin_tool("find_recalls", "US and Canadian recalls of a car. Costs $0.01.", forecourt.recalls),
    vin_tool(
        "find_known_issues",
        "What owners complain about, with real complaint numbers. Costs $0.05.",
        forecourt.known_issues,
    ),
]
