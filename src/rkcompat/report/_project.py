"""Where the project is to be found, for the links of reports."""

HOME = "https://github.com/rkcompat/rkcompat"
_RULES = HOME + "/blob/main/docs/rules.md"

#: What may stand in an address as it is (RFC 3986, unreserved), and the slash between folders.
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")


def rule_address(rule: str) -> str:
    """Where a rule is explained."""
    return f"{_RULES}#{quote(rule)}"


def quote(text: str) -> str:
    """The text as part of an address; `urllib` does the same at ten times the cost of the import."""
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in text.encode("utf-8", "surrogateescape"))
