"""The stand-ins do what the vendors' sources say (cases.py), and have the facts of rules/targets.

    standins_test.py [TARGET...]    the cases of these targets
"""

import concurrent.futures
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import cases

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'mend'))
import run  # noqa: E402

TARGETS = sys.argv[1:] or ['npu', 'mlu', 'musa', 'gcu-s60', 'gcu', 'hpu']


def facts_of(target, module, backend, device, **variables):
    """What facts.py prints on a host of the target."""
    with tempfile.TemporaryDirectory(prefix='standin-') as scratch:
        environment = run.host(target, Path(scratch).resolve())
        done = subprocess.run([run.training_python(), HERE / 'facts.py', module, backend, device],
                              env={**environment, **variables}, cwd=scratch, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {'died': done.stderr.strip().splitlines()[-1]}


def package(scripts):
    """The module whose import installs the stand-in without its bridge."""
    bridge = (scripts['bridges'] or [''])[0]
    return bridge.rpartition('.')[0] or scripts['modules'][0]


def run_case(case):
    with tempfile.TemporaryDirectory(prefix='standin-') as scratch:
        project = Path(scratch) / 'project'
        project.mkdir()
        (project / 'train.py').write_text(case.script())
        (project / 'launch.sh').write_text(cases.LAUNCH)
        return run.run(project, case.target, 'as-is')


class CasesTest(unittest.TestCase):
    def test_each_script_ends_as_the_sources_say(self):
        run.cache()
        chosen = [case for case in cases.CASES if case.target in TARGETS]
        with concurrent.futures.ThreadPoolExecutor(2 if run.isolated() else 1) as pool:
            for case, result in zip(chosen, pool.map(run_case, chosen)):
                with self.subTest(target=case.target, case=case.name):
                    self.assertEqual(result.verdict.outcome, case.outcome, f'{result.verdict}\n{result.output[-2000:]}')
                    self.assertIn(case.said, result.verdict.text)


class FactsTest(unittest.TestCase):
    """What is expected here is read from rules/targets."""

    def expect(self, found, **wanted):
        self.assertEqual({name: found.get(name, found.get('died')) for name in wanted}, wanted)

    def test_without_a_bridge_there_is_no_cuda(self):
        for target in TARGETS:
            facts, scripts = run.facts(target), run.facts(target)['scripts']
            backend, device = facts['backends']['default'], scripts['device_types'][0]
            with self.subTest(target=target):
                self.expect(facts_of(target, package(scripts), backend, device), shows_cuda=False,
                            cuda_calls_raise=not scripts['cuda_calls_work'], type=facts['device'], backend=backend)

    def test_each_bridge_does_what_its_target_says(self):
        for target in TARGETS:
            facts, scripts = run.facts(target), run.facts(target)['scripts']
            lacks = 'torch.nn.parallel.DataParallel' in scripts['bridge_lacks']
            for bridge in scripts['bridges']:
                with self.subTest(target=target, bridge=bridge):
                    self.expect(facts_of(target, bridge, 'nccl', 'cuda'), shows_cuda=scripts['bridge_shows_cuda'],
                                cuda_calls_raise=False, type=facts['device'], backend=scripts['bridge_backend'],
                                lacks_data_parallel=lacks)

    def test_a_variable_shows_cuda_behind_the_bridge(self):
        for target in TARGETS:
            scripts = run.facts(target)['scripts']
            for variable in scripts.get('bridge_shown_by', []):
                with self.subTest(target=target, variable=variable):
                    self.expect(facts_of(target, scripts['bridges'][0], 'nccl', 'cuda', **{variable: '1'}),
                                shows_cuda=True, backend=scripts['bridge_backend'])

    def test_a_variable_loads_the_bridge(self):
        for target in TARGETS:
            scripts = run.facts(target)['scripts']
            for variable in scripts['bridge_variables']:
                with self.subTest(target=target, variable=variable):
                    self.expect(facts_of(target, package(scripts), 'nccl', 'cuda', **{variable: '1'}),
                                shows_cuda=scripts['bridge_shows_cuda'], backend=scripts['bridge_backend'])

    def test_a_target_without_a_bridge_cannot_import_one(self):
        for target in TARGETS:
            facts, scripts = run.facts(target), run.facts(target)['scripts']
            for path in () if scripts['bridges'] else (HERE / scripts['modules'][0]).glob('transfer_to_*.py'):
                with self.subTest(target=target, bridge=path.stem):
                    module = f'{path.parent.name}.{path.stem}'
                    found = facts_of(target, module, facts['backends']['default'], scripts['device_types'][0])
                    self.assertIn('ImportError', found.get('died', ''))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
