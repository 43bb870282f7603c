"""`fix` and `fix --unsafe` on the examples of every rule and on the fixtures, each also as a lazy config, on
every target: between what MMEngine loads before and after lies exactly what the fixes declared. The public
packages, which run_fix.py does this to, hold few of the faults and hardly a lazy config."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / 'check'))

import harness
import oracle
import rule_examples
import run_fix

SOURCE = Path(os.environ['MMLINT_SOURCE'])
TARGETS = sorted(path.stem for path in (SOURCE / 'rules/targets').glob('*.json') if path.stem != 'schema')
# MMEngine would follow the bases, and count, until it falls over; or it rolls dice.
LEFT_OUT = ('MM003', 'MM013', 'MM012')
LAZY = 'from orchard.trees import Tree\n'  # at the end of a file: it is lazy then, and no line moves
# What stands for {{_base_.data_root}} while MMEngine loads a config is other text each time.
RANDOM_TEXT = re.compile(r'_[\w.]+_[0-9a-f]{6}(?![0-9a-z])')
BOM = 'U+FEFF'


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def make_project(folder):
    """Every example and every folder of fixtures is a small project below `folder`."""
    for example in rule_examples.read_all(SOURCE):
        if example.code in LEFT_OUT or example.documents != 'config':
            continue  # scripts: MMEngine loads none of them
        for file in example.files:
            if file.text is not None:  # else the fix makes it
                write(folder / f'{example.code}-{example.name}' / file.path, file.text)
    for fixtures in [*(SOURCE / 'fixtures/check').iterdir(), SOURCE / 'fixtures/t20']:
        shutil.copytree(fixtures, folder / fixtures.name, ignore=shutil.ignore_patterns('cycle_*.py'))
    for path in sorted(folder.rglob('*.py')):
        text = path.read_text(encoding='utf-8')
        if not re.search(r'\b_base_\b|\{\{|^from|^import', text, re.MULTILINE):
            twin = path.relative_to(folder)
            write(folder / f'lazy-{twin.parts[0]}' / Path(*twin.parts[1:]), text + LAZY)


class Judge:
    """Asks MMEngine once for every state of a small project: targets mostly want the same edits."""

    def __init__(self):
        self.known = {}

    def answers(self, folder):
        projects = {}
        for path, content in run_fix.contents(folder).items():
            projects.setdefault(path.partition('/')[0], {})[path] = content
        states = {name: (name, tuple(files.items())) for name, files in projects.items()}
        new = [name for name, state in states.items() if state not in self.known]
        paths = [path for name in new for path in projects[name]  # scripts are not loaded
                 if path.endswith('.py') and '/tools/' not in path]
        answers = run_fix.without_root(oracle.ask([folder / path for path in paths]) if paths else [], folder)
        answers = dict(zip(paths, json.loads(RANDOM_TEXT.sub('_random_', json.dumps(answers)))))
        for name in new:
            self.known[states[name]] = {path: answers[path] for path in projects[name] if path in answers}
        return {path: answer for state in states.values() for path, answer in self.known[state].items()}


def fix(where, folder, target, grade, old, judge, table, failures):
    """As run_fix.Package.fix, but nothing is known beforehand; returns MMEngine's answers."""
    before = run_fix.contents(folder)
    report = run_fix.fix(folder, target, *grade)
    after = run_fix.contents(folder)
    again = run_fix.fix(folder, target, *grade)
    failures.expect(run_fix.contents(folder) == after and not again['fixed'],
                    f'{where}: a second fix changes something: {[d["code"] for d in again["fixed"]]}')
    changed = sorted(path for path in after if before.get(path) != after[path])
    failures.expect(changed == sorted(change['path'] for change in report['changes']),
                    f'{where}: the files that it names are not those that it changed')
    answers, declared = judge.answers(folder), run_fix.declarations(report)
    for refused in report['refused']:
        print(f'{where}/{refused["path"]}:{refused["line"]} {refused["code"]} not fixed: {refused["reason"]}')
    numbers = [0, 0, 0]
    for path, answer in old.items():
        new = answers[path]
        if not answer['ok'] or not new['ok']:
            # A fix may let a config load that did not, and MM006's a config get further.
            is_mended = not answer['ok'] and (new['ok'] or any(d['code'] == 'MM006' for d in report['fixed']))
            wrong = [] if answer == new or is_mended or BOM in answer['message'] else [
                f'{harness.short(answer)} became {harness.short(new)}']
            count = 0
        else:
            found = {key: values for key, *values in harness.differences(answer['config'], new['config'])}
            wrong, count = run_fix.compare(found, declared.get(path, {})), len(found)
        for text in wrong:
            failures.add(f'{where}/{path}: {text}')
        numbers = [left + right for left, right in zip(numbers, (bool(count), count, len(wrong)))]
    table.add(target, ' '.join(grade), len(old), len(changed), *numbers[:2], len(report['refused']), numbers[2])
    return answers


def main():
    failures, table = harness.Failures('examples.mmengine'), run_fix.Table()
    with harness.scratch() as temporary:
        original = Path(temporary).resolve() / 'original'
        make_project(original)
        judge = Judge()
        before = judge.answers(original)
        for target in TARGETS:
            copy = original.with_name(target)
            shutil.copytree(original, copy)
            safe = fix(target, copy, target, [], before, judge, table, failures)
            fix(f'{target} --unsafe', copy, target, ['--unsafe'], safe, judge, table, failures)
    table.print()
    failures.expect(len(before) > 600, f'only {len(before)} configs')
    return failures.finish()


if __name__ == '__main__':
    sys.exit(main())
