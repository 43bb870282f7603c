"""A second reader of the JSON formats: Python's json, and Python's own idea of lines and columns."""

import json

import tool


def text_at(file, finding):
    """The text between two places, counted as an editor does."""
    lines = file.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    lines = lines.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first, last = finding["line"] - 1, finding["end_line"] - 1
    begin, end = finding["column"] - 1, finding["end_column"] - 1
    if first == last:
        return lines[first][begin:end]
    return "\n".join([lines[first][begin:], *lines[first + 1 : last], lines[last][:end]])


def check_places(sample, diagnostics):
    places = json.loads(tool.run("places", sample))
    assert len(places) == len(diagnostics), sample
    for place, finding in zip(places, diagnostics):
        expected = bytes.fromhex(place["text"]).decode("utf-8", "surrogateescape")
        expected = expected.replace("\r\n", "\n").replace("\r", "\n")
        found = text_at(bytes.fromhex(place["file"]), finding)
        assert found == expected, (sample, finding["code"], found[:80], expected[:80])
    return len(places)


def main():
    checked = 0
    for sample in tool.SAMPLES:
        whole = json.loads(tool.run("render", sample, "json").decode("utf-8"))
        lines = tool.run("render", sample, "jsonl").decode("utf-8")
        assert lines == "" or lines.endswith("\n")
        each = [json.loads(line) for line in lines.split("\n")[:-1]]
        assert each == whole["diagnostics"], sample
        assert whole["version"] == 1
        expected = ["gcu", "npu"] if sample == "fix" else "gcu"
        assert whole["target"] == expected, whole["target"]
        counted = sum(whole["summary"][name] for name in ("errors", "warnings", "infos"))
        assert counted == len(each) == sum(r["count"] for r in whole["summary"]["rules"])
        checked += check_places(sample, each)
    assert checked >= 15, checked
    print(f"{checked} places agree")


main()
