"""The JSON formats against tests/schemas, and the error texts of rules/logs against theirs, judged by jsonschema."""

import json
import os
import subprocess
import sys

import judges
import tool

REQUIREMENT = "jsonschema==4.23.0"
JUDGE = """
import json, sys
from jsonschema import Draft202012Validator
schema, documents = json.load(sys.stdin)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
verdicts = []
for document in documents:
    errors = validator.iter_errors(document)
    verdicts.append([f"{e.json_path}: {e.message[:300]}" for e in errors])
json.dump(verdicts, sys.stdout)
"""


def judge(schema, documents):
    done = subprocess.run(
        [judges.python_with(REQUIREMENT), "-c", JUDGE],
        input=json.dumps([schema, documents]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def broken_copies(document):
    """Documents that a schema worth its name refuses."""

    def changed(edit):
        copy = json.loads(json.dumps(document))
        edit(copy)
        return copy

    finding = 0
    return {
        "version": changed(lambda d: d.update(version="1")),
        "no summary": changed(lambda d: d.pop("summary")),
        "stray member": changed(lambda d: d.update(extra=1)),
        "line 0": changed(lambda d: d["diagnostics"][finding].update(line=0)),
        "severity": changed(lambda d: d["diagnostics"][finding].update(severity="fatal")),
        "no key": changed(lambda d: d["diagnostics"][finding].pop("key")),
        "no fix": changed(lambda d: d["diagnostics"][finding].pop("fix")),
        "fix grade": changed(lambda d: d["diagnostics"][finding]["fix"].update(safety="sure")),
        "edit": changed(lambda d: d["diagnostics"][finding]["fix"]["edits"][0].pop("path")),
        "change": changed(lambda d: d["diagnostics"][finding]["fix"]["changes"][0].update(after=1)),
        "affects": changed(lambda d: d["diagnostics"][finding]["affects"].update(count=-1)),
        "notes": changed(lambda d: d["diagnostics"][finding].update(notes="none")),
        "code": changed(lambda d: d["diagnostics"][finding].update(code="E501")),
    }


def diagnoses():
    """Every log of the fixtures, as `diagnose` prints it, and copies that the schema must refuse."""
    schema = json.loads((tool.SOURCE / "tests/schemas/diagnoses.schema.json").read_text("utf-8"))
    logs = sorted((tool.SOURCE / "fixtures/logs").rglob("*.log"))
    command = [os.environ["MMLINT"], "diagnose", "--format", "json", *logs]
    printed = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
    document = json.loads(printed)
    assert len(document["diagnoses"]) == len(logs) > 200
    assert judge(schema, [document]) == [[]], judge(schema, [document])
    edits = (lambda d: d.pop("version"), lambda d: d["diagnoses"][0].update(verdict="bad"),
             lambda d: d["diagnoses"][0].pop("rules"), lambda d: d["diagnoses"][0].update(ranks=["0"]),
             lambda d: d["diagnoses"][0]["run"].update(number=0), lambda d: d["diagnoses"][0].update(extra=1))
    for edit in edits:
        copy = json.loads(printed)
        edit(copy)
        assert judge(schema, [copy]) != [[]], "the schema lets a broken diagnosis pass"
    return len(logs)


def signatures():
    """Every error text of training logs."""
    folder = tool.SOURCE / "rules/logs"
    schema = json.loads((folder / "schema.json").read_text("utf-8"))
    texts = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json")) if path.stem != "schema"]
    assert len(texts) > 80
    for text, errors in zip(texts, judge(schema, texts), strict=True):
        assert errors == [], (text["name"], errors)
    assert judge(schema, [{**texts[0], "verdict": "guilty"}]) != [[]]
    return len(texts)


def main():
    schema = json.loads((tool.SOURCE / "tests/schemas/findings.schema.json").read_text("utf-8"))
    whole = [json.loads(tool.run("render", name, "json")) for name in tool.SAMPLES]
    for name, errors in zip(tool.SAMPLES, judge(schema, whole), strict=True):
        assert errors == [], (name, errors)

    one = {"$ref": "#/$defs/finding", "$defs": schema["$defs"], "$schema": schema["$schema"]}
    lines = [line for name in tool.SAMPLES for line in tool.run("render", name, "jsonl").splitlines()]
    assert len(lines) >= 15
    for line, errors in zip(lines, judge(one, [json.loads(line) for line in lines]), strict=True):
        assert errors == [], (line[:200], errors)

    broken = broken_copies(whole[0])
    for name, errors in zip(broken, judge(schema, list(broken.values())), strict=True):
        assert errors, f"the schema lets pass: {name}"
    print(f"{diagnoses()} diagnoses and {signatures()} error texts are valid")
    print(f"{len(whole)} documents and {len(lines)} lines are valid, {len(broken)} broken are not")


sys.exit(main())
