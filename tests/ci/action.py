"""Runs the steps of a composite action as GitHub's runner does: their `if`, the expressions in `env` and
`working-directory`, bash with -e and pipefail, GITHUB_OUTPUT, GITHUB_PATH and GITHUB_STEP_SUMMARY."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Done:
    code: int = 0
    stdout: str = ''
    stderr: str = ''
    summary: str = ''
    outputs: dict = field(default_factory=dict)
    steps: list = field(default_factory=list)  # the ids of those that ran


def value_of(expression, known):
    """Of `inputs.x`, `github.x` and `steps.x.outputs.y`, and a comparison of one with a text."""
    name, operator, text = re.fullmatch(r"([\w.-]+)(?: (!=|==) '([^']*)')?", expression.strip()).groups()
    value = known.get(name, '')
    if operator is None:
        return value
    return (value == text) == (operator == '==')


def filled(text, known):
    return re.sub(r'\$\{\{(.*?)\}\}', lambda match: str(value_of(match[1], known)), str(text))


def run(action, workspace, temporary, environment, action_path='', **inputs):
    """`action` is the parsed action.yml; names of inputs have '_' for '-'."""
    given = {name.replace('_', '-'): value for name, value in inputs.items()}
    assert set(given) <= set(action['inputs']), given
    known = {f'inputs.{name}': given.get(name, about.get('default', '')) for name, about in action['inputs'].items()}
    known['github.action_path'] = str(action_path)
    done, path = Done(), environment['PATH']
    summary = temporary / 'summary'
    summary.touch()
    for step in action['runs']['steps']:
        if 'if' in step and filled(step['if'], known) != 'True':
            continue
        assert step['shell'] == 'bash'
        files = {name: temporary / f'{step["id"]}-{name}' for name in ('GITHUB_OUTPUT', 'GITHUB_PATH')}
        for file in files.values():
            file.touch()
        script = temporary / f'{step["id"]}.sh'
        script.write_text(step['run'])
        ran = subprocess.run(
            ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script],
            cwd=workspace / filled(step.get('working-directory', '.'), known),
            env={**environment, 'PATH': path, 'RUNNER_TEMP': str(temporary), 'GITHUB_STEP_SUMMARY': str(summary),
                 **{name: str(file) for name, file in files.items()},
                 **{name: filled(value, known) for name, value in step.get('env', {}).items()}},
            capture_output=True, text=True, encoding='utf-8')
        done.steps.append(step['id'])
        done.stdout, done.stderr, done.code = done.stdout + ran.stdout, done.stderr + ran.stderr, ran.returncode
        for line in files['GITHUB_OUTPUT'].read_text().splitlines():
            name, value = line.split('=', 1)
            known[f'steps.{step["id"]}.outputs.{name}'] = value
        path = ':'.join([*files['GITHUB_PATH'].read_text().splitlines()[::-1], path])
        if done.code != 0:
            break
    done.summary = Path(summary).read_text(encoding='utf-8')
    done.outputs = {name: filled(about['value'], known) for name, about in action['outputs'].items()}
    return done
