"""JUnit XML: a suite a manifest, a case a rule.

Violated is a failure where it counts against the verdict, undetermined an error, waived and not applicable are skipped;
a violated rule of less weight passes and says so in its output.
"""

import re
from itertools import groupby
from xml.etree import ElementTree as ET

from ._format import Format, Look
from ._issue import Issue, file_of, issues_of, reports_of
from ._shape import Document, ReportShape, UnusableShape
from ._text_safe import inert, printable
from ._view import verdicts_of

#: What `printable` lets pass and XML 1.0 does not hold.
_NO_XML = re.compile("[\ufffe\uffff]")


def _write(document: Document, look: Look) -> str:
    root = ET.Element("testsuites", name="rkcompat")
    for report in reports_of(document):
        root.append(_suite(report, document))
    _count(root)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(report: ReportShape | UnusableShape, document: Document) -> ET.Element:
    suite = ET.Element("testsuite", name=_xml(file_of(report)))
    if isinstance(report, UnusableShape):
        case = ET.SubElement(suite, "testcase", classname="rkcompat", name="manifest", time="0")
        _say(case, "error", "unusable", report.error)
    else:
        properties = ET.SubElement(suite, "properties")
        for name, value in (
            ("verdict", report.verdict),
            ("exit-code", str(report.exit.code)),
            ("reason", report.exit.reason),
            ("matrix", f"{document.matrix.edition} {document.matrix.sha256}"),
        ):
            ET.SubElement(properties, "property", name=name, value=_xml(value))
        _cases(suite, report)
    _count(suite)
    return suite


def _cases(suite: ET.Element, report: ReportShape) -> None:
    by_rule: dict[str, list[Issue]] = {}
    for name, issues in groupby(issues_of(report), key=lambda issue: issue.finding.rule):
        by_rule.setdefault(name, []).extend(issues)
    for name, worst in sorted(verdicts_of(report).items()):
        case = ET.SubElement(
            suite, "testcase", classname=f"rkcompat.{worst.layer}", name=_xml(name), file=_xml(file_of(report)), time="0"
        )
        _outcome(case, worst.verdict, by_rule.get(name, []))


def _outcome(case: ET.Element, verdict: str, issues: list[Issue]) -> None:
    """The worst of a rule's findings decides; the text says them all."""
    text = "\n".join(f"{issue.file}:{issue.line}: {issue.state}: {issue.text}" for issue in issues)
    failing = [issue for issue in issues if issue.fails]
    if any(issue.state == "violated" for issue in failing):
        _say(case, "failure", issues[0].severity, text)
    elif failing:
        _say(case, "error", "undetermined", text)
    elif verdict in ("waived", "not-applicable"):
        _say(case, "skipped", verdict, text or "not applicable")
    elif text:
        ET.SubElement(case, "system-out").text = _xml_lines(text)


def _say(case: ET.Element, tag: str, kind: str, text: str) -> None:
    lines = text.split("\n")
    told = ET.SubElement(case, tag, type=kind, message=_xml(lines[0]))
    if tag != "skipped":
        told.text = _xml_lines(text)


def _count(element: ET.Element) -> None:
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(name, str(sum(1 for _ in element.iter(tag))))
    element.set("time", "0")


def _xml(text: str) -> str:
    return _NO_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", printable(text))


def _xml_lines(text: str) -> str:
    return "\n".join(inert(_xml(line)) for line in text.split("\n"))


FORMAT = Format(_write)
