"""Which public configs MMEngine's Runner refuses (runner_contract.py), and that `check` names these and no others."""

import json
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / 'public'))

import environment  # noqa: E402
import harness  # noqa: E402
import oracle  # noqa: E402
import packages  # noqa: E402

RULES = 'MM801,MM802,MM803,MM804,MM805,MM806,MM807'
JOBS = 2


def judged(folder, names):
    """{name: the answer of runner_contract.py}"""
    def part(some):
        done = subprocess.run([environment.python(), HERE / 'runner_contract.py'], stdout=subprocess.PIPE, text=True, check=True,
                              input=''.join(f'{folder / name}\n' for name in some), env=oracle.environment(0), cwd=folder)
        return [json.loads(line) for line in done.stdout.splitlines()]
    parts = [names[i::JOBS] for i in range(JOBS)]
    with ThreadPoolExecutor(JOBS) as pool:
        return {name: one for some, answers in zip(parts, pool.map(part, parts)) for name, one in zip(some, answers, strict=True)}


def found(folder, names):
    """The findings of the rules in these configs, and in nothing else."""
    if not names:
        return []
    output, _ = harness.mmlint('check', '--root', folder, '--target', 'cuda', '--select', RULES, '--format', 'json',
                               '--exit-zero', *names, cwd=folder)
    return json.loads(output)['diagnostics']


class Contract(unittest.TestCase):

    def test_public_configs(self):
        counts = {}
        for package, folder in packages.packages().items():
            with self.subTest(package):
                folder = folder.resolve()
                answers = judged(folder, oracle.python_files(folder))
                of = {verdict: sorted(name for name, one in answers.items() if one['verdict'] == verdict)
                      for verdict in ('accepted', 'refused')}
                counts[package] = {verdict: len(names) for verdict, names in of.items()}
                self.assertEqual([], [(d['path'], d['line'], d['code']) for d in found(folder, of['accepted'])])
                self.assertEqual([], [(name, answers[name]['why']) for name in of['refused'] if not found(folder, [name])])
        print(counts)
        self.assertGreater(sum(count['accepted'] for count in counts.values()), 500)
        self.assertGreater(sum(count['refused'] for count in counts.values()), 10)


if __name__ == '__main__':
    unittest.main(verbosity=2)
