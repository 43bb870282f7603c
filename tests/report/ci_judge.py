"""Run by ci_formats_test.py with a Python that has the judges: reads a JSON object on stdin, writes what each judge
found wrong as a JSON object of lists, and what its reader has read."""

import json
import sys
import tempfile

import junitparser
import xmlschema
from jsonschema import Draft4Validator, FormatChecker
from markdown_it import MarkdownIt


def sarif(task):
    schema = json.loads(open(task["schema"], encoding="utf-8").read())
    Draft4Validator.check_schema(schema)
    # `format` is judged as well: URIs and URI references.
    validator = Draft4Validator(schema, format_checker=FormatChecker())
    return [[f"{e.json_path}: {e.message[:300]}" for e in validator.iter_errors(log)] for log in task["logs"]]


def junit(task):
    schema = xmlschema.XMLSchema(task["schema"])
    out = []
    for text in task["logs"]:
        wrong = [str(error)[:300] for error in schema.iter_errors(text)]
        with tempfile.NamedTemporaryFile(suffix=".xml") as file:
            file.write(text.encode())
            file.flush()
            suites = junitparser.JUnitXml.fromfile(file.name)
        cases = [{"suite": suite.name, "name": case.name, "class": case.classname,
                  "result": [type(one).__name__ for one in case.result],
                  "message": [one.message for one in case.result], "text": [one.text for one in case.result]}
                 for suite in suites for case in suite]
        counts = {"tests": suites.tests, "failures": suites.failures, "errors": suites.errors}
        out.append({"wrong": wrong, "cases": cases, "counts": counts})
    return out


def markdown(task):
    """The visible text of each block, and every kind of element that the text made."""
    reader = MarkdownIt("commonmark").enable("table")
    out = []
    for text in task["logs"]:
        kinds, cells, blocks = set(), [], []
        for token in reader.parse(text):
            kinds.add(token.type)
            for child in token.children or []:
                kinds.add(child.type)
            if token.type == "tr_open":
                cells.append([])
            if token.type == "inline":
                shown = "".join(child.content if child.type in ("text", "code_inline", "text_special") else
                                "\n" if child.type == "softbreak" else "" for child in token.children)
                (cells[-1] if token.level >= 4 and cells else blocks).append(shown)
        out.append({"kinds": sorted(kinds), "rows": cells, "blocks": blocks})
    return out


task = json.load(sys.stdin)
json.dump({"sarif": sarif(task["sarif"]), "junit": junit(task["junit"]), "markdown": markdown(task["markdown"])},
          sys.stdout)
