"""The rule and target files fit their schemas, and the schemas are tight.

A validator for the part of JSON Schema that they use; any other keyword in them is an error. The
loader in src/catalog is the judge of rule files; this test keeps the schemas, which editors and
authors read, true to it.
"""
import copy
import json
import re
import sys

import house

RULES = house.SOURCE / "rules"
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
}
NOTES = {"$schema", "$defs", "title", "description", "default"}


def errors(value, schema, root, at=""):
    """What is wrong with a value, as a list of 'pointer: reason'."""
    if schema is True or schema == {}:
        return []
    if schema is False:
        return [f"{at}: not allowed"]
    found = []
    for keyword, operand in schema.items():
        if keyword in NOTES:
            continue
        check = KEYWORDS.get(keyword)
        if check is None:
            sys.exit(f"the schema uses '{keyword}', which this test does not know")
        found += check(value, operand, root, at, schema)
    return found


def say(wrong, at, reason):
    return [f"{at}: {reason}"] if wrong else []


def check_type(value, operand, _root, at, _schema):
    names = operand if isinstance(operand, list) else [operand]
    return say(not any(TYPES[name](value) for name in names), at, f"is no {names}")


def check_ref(value, operand, root, at, _schema):
    target = root
    for part in operand.removeprefix("#/").split("/"):
        target = target[part]
    return errors(value, target, root, at)


def check_properties(value, operand, root, at, _schema):
    if not isinstance(value, dict):
        return []
    return [e for key, sub in operand.items() if key in value
            for e in errors(value[key], sub, root, f"{at}/{key}")]


def check_additional(value, operand, root, at, schema):
    if not isinstance(value, dict):
        return []
    return [e for key in value if key not in schema.get("properties", {})
            for e in errors(value[key], operand, root, f"{at}/{key}")]


def check_items(value, operand, root, at, _schema):
    if not isinstance(value, list):
        return []
    return [e for i, item in enumerate(value) for e in errors(item, operand, root, f"{at}/{i}")]


def check_one_of(value, operand, root, at, _schema):
    results = [errors(value, sub, root, at) for sub in operand]
    count = sum(not r for r in results)
    nearest = min(results, key=len)
    return say(count != 1, at, f"fits {count} of {len(operand)} alternatives, nearest: {nearest}")


def check_any_of(value, operand, root, at, _schema):
    return say(all(errors(value, sub, root, at) for sub in operand), at, "fits no alternative")


def of(kind, test, reason):
    return lambda value, operand, _root, at, _schema: say(
        isinstance(value, kind) and not test(value, operand), at, f"{reason} {operand}")


KEYWORDS = {
    "type": check_type,
    "$ref": check_ref,
    "properties": check_properties,
    "additionalProperties": check_additional,
    "items": check_items,
    "oneOf": check_one_of,
    "anyOf": check_any_of,
    "required": of(dict, lambda v, keys: all(k in v for k in keys), "lacks one of"),
    "minProperties": of(dict, lambda v, n: len(v) >= n, "has fewer members than"),
    "minItems": of(list, lambda v, n: len(v) >= n, "has fewer items than"),
    "minLength": of(str, lambda v, n: len(v) >= n, "is shorter than"),
    "pattern": of(str, lambda v, p: re.search(p, v) is not None, "does not match"),
    "minimum": of(int, lambda v, n: v >= n, "is below"),
    "enum": of(object, lambda v, choices: v in choices, "is none of"),
    "const": of(object, lambda v, c: v == c and type(v) is type(c), "is not"),
}


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def paths_into(value, at=()):
    """The place of every dict in a value."""
    if isinstance(value, dict):
        yield at
        for key, item in value.items():
            yield from paths_into(item, at + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from paths_into(item, at + (i,))


# Below these an object may hold any key: facts and values are the author's.
OPEN = {"when", "values", "set", "value", "block", "facts", "severity", "sources"}


def intruders(value):
    """The value with an unknown key put into each of its closed objects in turn."""
    for place in paths_into(value):
        if OPEN & set(place):
            continue
        changed = copy.deepcopy(value)
        inner = changed
        for part in place:
            inner = inner[part]
        inner["intruder"] = 1
        yield place, changed


# Rules of users may hold their examples themselves; ours are files below fixtures/rules.
EXAMPLES = [
    {"target": "gcu", "style": "classic", "files": [
        {"path": "a.py", "bad": ["a = 1"], "found_at": [1], "fixed": ["a = 2"]}, {"path": "b.py", "text": ["b = 1"]},
        {"path": "c.py", "made": ["c = 1"]}]},
    {"target": "cuda", "style": "lazy", "good": True, "files": [{"path": "a.py", "text": ["a = 2"]}]}]


def main():
    failures = []
    count = 0
    for folder in (RULES, RULES / "targets"):
        schema = load(folder / "schema.json")
        for path in sorted(folder.glob("*.json")):
            if path.name in ("schema.json", "retired.json"):
                continue
            count += 1
            value = load(path)
            if folder == RULES:
                if "examples" in value:
                    failures.append(f"{path.name}: its examples belong into fixtures/rules/{value['code']}")
                if value["documents"] in ("script", "shell") and "fix" not in value:
                    failures.append(f"{path.name}: it has no fix; one that is only shown says why it cannot be written")
                value["examples"] = EXAMPLES
            failures += [f"{path.name}: {e}" for e in errors(value, schema, schema)]
            failures += [f"{path.name}: the schema lets an unknown key pass at {place}"
                         for place, changed in intruders(value)
                         if not errors(changed, schema, schema)]
            for key in value if folder == RULES else []:
                needed = {k: v for k, v in value.items() if k != key}
                optional = key not in schema["required"]
                if optional == bool(errors(needed, schema, schema)):
                    failures.append(f"{path.name}: leaving out '{key}' is judged wrongly")
    print("\n".join(failures))
    print(f"{count} files, {len(failures)} failures")
    sys.exit(1 if failures or count < 20 else 0)


main()
