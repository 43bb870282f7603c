"""The fixtures of fixtures/values: small configs, and what MMEngine makes of each.

Every folder of fixtures/values is a topic. Its cases are all files in it, also those that others inherit,
but not `cases.json`, `expected.jsonl` and what lies in folders named `site-packages`, which play installed
packages, or `texts`, which configs open. The names begin with the rule that they are about
(docs/config-language.md).

`expected.jsonl`, written by scripts/record-values: one line per case, see recorder.py; the folder itself is
written <folder>. Where MMEngine gives another value in every run stands {"__unstable__": true}.

`cases.json`, only where a case needs it: {name or pattern: settings}, the later ones win:

    environment    {"NAME": "value"} for MMEngine and for mmlint
    site-packages  true: the topic's folder of that name is where Python finds packages
    arguments      more arguments for `mmlint show`; <folder> is replaced
    cwd            a folder below the topic to run in
    unknown        why mmlint may say `unknown` for a part of the value or for all of it
    unstable       why MMEngine itself gives another value in every run; mmlint must not give any
    elsewhere      the file in which mmlint places the refusal, when that is another one than MMEngine was
                   reading, and why: ["base.py", "reason"]
    any-line       why the line of the refusal is not compared
"""

import json
import os
from fnmatch import fnmatch
from pathlib import Path

FIXTURES = Path(os.environ.get('MMLINT_SOURCE') or Path(__file__).resolve().parents[2]) / 'fixtures/values'
OURS = ('cases.json', 'expected.jsonl')
SETTINGS = {'environment', 'site-packages', 'arguments', 'cwd', 'unknown', 'unstable', 'elsewhere', 'any-line'}


def topics(names=()):
    """The folders of these topics, of all without names."""
    found = sorted(path for path in FIXTURES.iterdir() if path.is_dir())
    missing = set(names) - {path.name for path in found}
    if missing:
        raise SystemExit(f'no such topic: {", ".join(sorted(missing))}')
    return [path for path in found if not names or path.name in names]


def cases(topic):
    """{name: settings} of a topic, sorted by name."""
    rules = {}
    if (topic / 'cases.json').exists():
        rules = json.loads((topic / 'cases.json').read_text())
    unknown = {key for settings in rules.values() for key in settings} - SETTINGS
    if unknown:
        raise SystemExit(f'{topic.name}/cases.json: unknown settings {sorted(unknown)}')
    names = sorted(path.relative_to(topic).as_posix() for path in topic.rglob('*') if is_case(path))
    unused = [pattern for pattern in rules if not any(fnmatch(name, pattern) for name in names)]
    if unused:
        raise SystemExit(f'{topic.name}/cases.json: no file is named {unused}')
    return {name: {key: value for pattern, settings in rules.items() if fnmatch(name, pattern)
                   for key, value in settings.items()} for name in names}


def is_case(path):
    return (path.is_file() and path.name not in OURS
            and not {'site-packages', 'texts', '__pycache__'} & set(path.parts))


def expected(topic):
    """The recorded answers by name."""
    path = topic / 'expected.jsonl'
    if not path.exists():
        return {}
    answers = [json.loads(line) for line in path.read_text(encoding='utf-8').splitlines()]
    return {answer['case']: answer for answer in answers}


def without_folder(value, folder):
    """The JSON value with <folder> in the place of the folder's path."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.replace(json.dumps(str(folder))[1:-1], '<folder>'))
