"""The steps of action.yml run as shell, with their outputs; the jobs of docs/ci.md; the stages of the Dockerfile.

Environment: MMLINT, MMLINT_SOURCE, MMLINT_BUILD. PyYAML comes from pip, below the build folder.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'report')]
import action
import judges

SOURCE = Path(os.environ['MMLINT_SOURCE'])
GOOD = """\
model = dict(type='TinySegmentor')
train_dataloader = train_cfg = optim_wrapper = dict(type='Toy')
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
"""
BAD = GOOD.replace('gloo', 'nccl')


def yaml(text):
    """YAML as Python's own values. A key `on` or `yes` would be a bool, so there is none."""
    done = subprocess.run([judges.python_with('PyYAML==6.0.3'), '-c',
                           'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin.read()), sys.stdout)'],
                          input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class Case(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix='mmlint action ')
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name).resolve()
        self.project, self.runner = self.top / 'a project', self.top / 'runner'
        tools = self.top / 'bin'
        for folder in (self.project / 'configs', self.runner, tools):
            folder.mkdir(parents=True)
        (tools / 'mmlint').symlink_to(os.environ['MMLINT'])
        self.environment = {'PATH': f'{tools}:{os.environ["PATH"]}', 'HOME': str(self.runner), 'LC_ALL': 'C.UTF-8'}
        subprocess.run(['git', 'init', '-q'], cwd=self.project, check=True, env=self.environment)

    def write(self, name, text):
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')


class Action(Case):

    @classmethod
    def setUpClass(cls):
        cls.action = yaml((SOURCE / 'action.yml').read_text(encoding='utf-8'))

    def run_action(self, **inputs):
        inputs.setdefault('install', 'false')
        shutil.rmtree(self.runner)
        self.runner.mkdir()
        before = {path for path in self.top.rglob('*') if self.runner not in path.parents}
        done = action.run(self.action, self.project, self.runner, self.environment, **inputs)
        left = {path for path in self.top.rglob('*') if self.runner not in path.parents} - before
        self.assertEqual(left - {Path(done.outputs['sarif'] or '/')}, set(), 'the action leaves files behind')
        self.assertEqual([path for path in self.runner.glob('mmlint-*') if path.name != 'mmlint-installed'], [])
        return done

    def results(self, done):
        return json.loads(Path(done.outputs['sarif']).read_text(encoding='utf-8'))['runs'][0]['results']

    def test_scripts_hold_no_expression(self):
        """What an expression stands for becomes part of the script, whatever it is."""
        used = set()
        for step in self.action['runs']['steps']:
            self.assertNotIn('${{', step['run'])
            for name, value in step['env'].items():
                self.assertIn(f'${{{name}' if f'${{{name}' in step['run'] else f'${name}', step['run'])
                used |= set(re.findall(r'inputs\.([\w-]+)', value))
            used |= set(re.findall(r'inputs\.([\w-]+)', step.get('working-directory', '') + step.get('if', '')))
        self.assertEqual(used, set(self.action['inputs']))
        for about in [*self.action['inputs'].values(), *self.action['outputs'].values()]:
            self.assertTrue(about['description'])
        documented = set(re.findall(r'^\| `([\w-]+)` \|', (SOURCE / 'docs/ci.md').read_text(encoding='utf-8'), re.M))
        self.assertEqual(documented, set(self.action['inputs']))

    def test_clean(self):
        self.write('configs/a.py', GOOD)
        done = self.run_action(args='--ignore\nMM201')
        self.assertEqual((done.code, done.stdout, done.stderr), (0, '', ''))
        self.assertEqual(done.outputs, {'exit-code': '0', 'count': '0', 'sarif': str(self.runner / 'mmlint.sarif')})
        self.assertEqual(self.results(done), [])
        self.assertTrue(done.summary.startswith('### mmlint: '), done.summary)

    def test_findings(self):
        self.write('configs/a.py', BAD)
        self.write('configs/果 园.py', BAD)
        done = self.run_action()
        self.assertEqual(done.code, 1)
        direct = subprocess.run(['mmlint', 'check', '.', '--format', 'json'], cwd=self.project, env=self.environment,
                                capture_output=True, text=True, encoding='utf-8')
        findings = json.loads(direct.stdout)['diagnostics']
        self.assertGreaterEqual(len(findings), 3)
        self.assertEqual(done.outputs['exit-code'], '1')
        self.assertEqual(done.outputs['count'], str(len(findings)))
        self.assertEqual([one['ruleId'] for one in self.results(done)], [one['code'] for one in findings])
        self.assertEqual(len(re.findall('^::(?:error|notice) file=configs/', done.stdout, re.M)), len(findings))
        self.assertIn('| error | MM101', done.summary)
        self.assertIn('`mmlint fix ', done.summary.splitlines()[-1])

    def test_inputs(self):
        self.write('configs/a.py', BAD)
        self.write('other/b.py', BAD)
        done = self.run_action(fail_on='never', annotations='false', summary='false', paths='configs\n',
                               args='--select\nMM101\n\n', sarif_file=str(self.top / 'my own.sarif'))
        self.assertEqual((done.code, done.outputs['exit-code'], done.outputs['count']), (0, '0', '1'))
        self.assertEqual(done.summary, '')
        self.assertIn('error[MM101]: ', done.stdout)
        self.assertNotIn('::error', done.stdout)
        self.assertEqual(done.outputs['sarif'], str(self.top / 'my own.sarif'))
        self.assertEqual(len(self.results(done)), 1)
        self.assertEqual(self.run_action(fail_on='error', args='--select\nMM201', paths='configs').code, 0)
        self.assertEqual(self.run_action(fail_on='info', args='--select\nMM201', paths='configs').code, 1)
        below = self.run_action(working_directory='configs', paths='a.py', args='--select\nMM101')
        self.assertIn('::error file=configs/a.py,', below.stdout)
        for targets, name in (('mlu', 'MLU'), ('gcu,cpu', 'gcu, cpu')):
            self.assertIn(name.lower(), self.run_action(target=targets).summary)

    def test_what_cannot_be_read(self):
        self.write('configs/a.py', GOOD)
        done = self.run_action(paths='configs\nnowhere.py')
        self.assertEqual((done.code, done.outputs['exit-code']), (2, '2'))
        log = json.loads(Path(done.outputs['sarif']).read_text(encoding='utf-8'))
        self.assertFalse(log['runs'][0]['invocations'][0]['executionSuccessful'])
        self.assertIn('nowhere', done.summary)
        done = self.run_action(fail_on='whatever')
        self.assertEqual((done.code, done.outputs), (2, {'exit-code': '2', 'sarif': '', 'count': '0'}))

    def test_inputs_are_no_scripts(self):
        self.write('configs/a b.py', BAD)
        self.write('-rf.py', GOOD)
        for bad in ('$(touch pwned)', '`touch pwned`', '"; touch pwned; "', "'; touch pwned; '", '*', '--exit-zero'):
            for name in ('paths', 'target', 'fail_on'):
                with self.subTest(bad, name=name):
                    self.assertEqual(self.run_action(**{name: bad}).code, 2)
            with self.subTest(bad):
                done = self.run_action(sarif_file=f'{self.top}/{bad}\nexit-code=0')
                self.assertEqual(done.outputs['exit-code'], '1')
                self.assertEqual(done.outputs['sarif'], f'{self.top}/{bad}exit-code=0')
                Path(done.outputs['sarif']).unlink()
        self.assertEqual(self.run_action(paths='configs/a b.py\n-rf.py').code, 1)
        self.assertFalse(list(self.top.rglob('pwned')))

    def test_install(self):
        """What is named is installed, and only mmlint is put on PATH; the action's own checkout by default."""
        wheel = self.top / 'mmlint-9.9-py3-none-any.whl'
        record = 'mmlint-9.9.dist-info'
        with zipfile.ZipFile(wheel, 'w') as archive:
            program = zipfile.ZipInfo('mmlint-9.9.data/scripts/mmlint')
            program.external_attr = 0o100755 << 16
            archive.writestr(program, '#!/bin/sh\necho "installed: $*"\n')
            archive.writestr(f'{record}/METADATA', 'Metadata-Version: 2.1\nName: mmlint\nVersion: 9.9\n')
            archive.writestr(f'{record}/WHEEL', 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
            archive.writestr(f'{record}/RECORD', '')
        (self.top / 'bin/mmlint').unlink()
        for inputs in ({'install': str(wheel)}, {'install': 'true', 'action_path': wheel}):
            done = self.run_action(**inputs)
            self.assertEqual(done.steps, ['install', 'check'])
            self.assertEqual(done.code, 0, done.stderr)
            self.assertIn('installed: check --format github', done.stdout)
            self.assertEqual(os.listdir(self.runner / 'mmlint-installed/path'), ['mmlint'])
        done = self.run_action(install=str(self.top / 'nothing.whl'))
        self.assertEqual(done.steps, ['install'])
        self.assertNotEqual(done.code, 0)


class Documents(Case):

    def jobs(self):
        text = (SOURCE / 'docs/ci.md').read_text(encoding='utf-8')
        return [yaml(re.sub(r'<[^>\n]*>', 'x', block)) for block in re.findall(r'```yaml\n(.*?)```', text, re.S)]

    def test_github_job_uses_the_action(self):
        known = yaml((SOURCE / 'action.yml').read_text(encoding='utf-8'))
        job = self.jobs()[0]['jobs']['mmlint']
        step = next(step for step in job['steps'] if step.get('id') == 'mmlint')
        self.assertLessEqual(set(step['with']), set(known['inputs']))
        for name in re.findall(r'steps\.mmlint\.outputs\.([\w-]+)', json.dumps(job)):
            self.assertIn(name, known['outputs'])

    def test_gitlab_job_writes_its_reports(self):
        self.write('configs/a.py', BAD)
        self.write('tools/train.py', '')
        job = self.jobs()[1]['mmlint']
        command = job['script'][-1]
        done = subprocess.run(['sh', '-c', command], cwd=self.project, env=self.environment, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        reports = job['artifacts']['reports']
        self.assertIn('MM101', (self.project / reports['codequality']).read_text())
        self.assertIn('MM101', (self.project / reports['junit']).read_text())
        self.assertEqual(job['artifacts']['when'], 'always')

    def test_commands(self):
        """Each `mmlint` line of the document is one that mmlint takes."""
        self.write('configs/a.py', BAD)
        lines = re.findall(r'^    (mmlint check .*)$', (SOURCE / 'docs/ci.md').read_text(encoding='utf-8'), re.M)
        self.assertTrue(lines)
        for line in lines:
            done = subprocess.run(shlex.split(line), cwd=self.project, env=self.environment, capture_output=True)
            self.assertEqual(done.returncode, 1, line)

    def test_dockerfile(self):
        """Every path that is copied is there: in the checkout, or made by the stage before."""
        text = re.sub(r'^#.*\n', '', (SOURCE / 'Dockerfile').read_text(encoding='utf-8'), flags=re.M)
        words = [line.split(None, 1) for line in text.replace('\\\n', ' ').splitlines() if line.strip()]
        ignored = (SOURCE / '.dockerignore').read_text().split()
        stages, environment, copied = [], {}, []
        for name, rest in words:
            if name == 'FROM':
                stages.append(rest)
            elif name == 'ENV':
                environment.update([rest.split('=', 1)])
            elif name == 'RUN':
                self.assertEqual(stages, ['debian:12 AS build'])
                program = SOURCE / shlex.split(rest)[0]
                self.assertTrue(os.access(program, os.X_OK), program)
                self.assertNotIn(program.relative_to(SOURCE).parts[0], ignored)
                # The script that is run puts the binary there.
                self.assertIn('binary=$MMLINT_BUILD_ROOT/release/mmlint\n', program.read_text())
            elif name == 'COPY':
                *sources, target = rest.removeprefix('--from=build ').split()
                if rest.startswith('--from=build '):
                    self.assertEqual(sources, [environment['MMLINT_BUILD_ROOT'] + '/release/mmlint'])
                    copied.append(target)
                for source in sources if not rest.startswith('--from=') else ():
                    self.assertTrue((SOURCE / source).exists(), source)
            elif name == 'ENTRYPOINT':
                self.assertEqual(stages[-1], 'scratch')
                self.assertEqual(json.loads(rest), copied)  # without a shell: there is none
        self.assertEqual(words[-1][0], 'ENTRYPOINT')
        # What the build reads is not left out of its context.
        needed = subprocess.run(['git', 'ls-files'], cwd=SOURCE, capture_output=True, text=True, check=True).stdout
        self.assertFalse({name.split('/')[0] for name in needed.splitlines()} & set(ignored))


if __name__ == '__main__':
    unittest.main(verbosity=1)
