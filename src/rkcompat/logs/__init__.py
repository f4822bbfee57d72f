"""Log lines → what they say, by the signatures; and what that means for a manifest."""

from ._diagnose import diagnose_log
from ._findings import AGREE, explain_line, find_in_log, rule_of
from ._merge import Merged, merge_log
from ._questions import question_ids
from ._read import read_logs

__all__ = [
    "AGREE",
    "Merged",
    "diagnose_log",
    "explain_line",
    "find_in_log",
    "merge_log",
    "question_ids",
    "read_logs",
    "rule_of",
]
