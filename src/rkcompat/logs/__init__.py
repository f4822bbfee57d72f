"""Log lines → what they say, by the signatures; and what that means for a manifest."""

from ._findings import AGREE, explain_line, find_in_log, rule_of
from ._merge import Merged, merge_log
from ._read import read_logs

__all__ = ["AGREE", "Merged", "explain_line", "find_in_log", "merge_log", "read_logs", "rule_of"]
