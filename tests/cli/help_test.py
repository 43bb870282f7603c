"""Help: the option table of docs/reference.md and --help name the same options for the same commands; each help fits
a screen, has two examples, and is Chinese where the user is; shells complete by it; the manual page has all of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import binary

COMMANDS = ('check', 'fix', 'port', 'show', 'why', 'diagnose', 'probe', 'groups', 'rules', 'targets', 'completion', 'man')
REFERENCE = Path(os.environ['MMLINT_SOURCE']) / 'docs/reference.md'
LINES, COLUMNS = 51, 120


def documented():
    """Options by command, from the rows `| `--name ...` | check, fix | ... |`."""
    out = {command: set() for command in COMMANDS}
    commands = '|'.join(COMMANDS)
    for row in re.findall(rf'^\| `(--[a-z-]+)[^`]*` \| ((?:(?:{commands})(?:, )?)+) \|', REFERENCE.read_text(), re.M):
        for command in row[1].split(', '):
            out[command].add(row[0])
    return out


def text(*arguments, **environment):
    return binary.run(*arguments, cwd='/', environment=environment).out.decode()


def offered(command):
    return set(re.findall(r'^ +(?:-o,)?(--[a-z-]+)', text(command, '--help'), re.M))


def wrong_options():
    for command, options in documented().items():
        found = offered(command)
        yield from (f'{command} {name}: in docs/reference.md, not in --help' for name in sorted(options - found))
        yield from (f'{command} {name}: in --help, not in docs/reference.md' for name in sorted(found - options))
        if not found and command not in ('completion', 'man'):
            yield f'{command} --help lists no option'


def wrong_texts():
    whole = text('--help')
    for command in COMMANDS:
        english, chinese = text(command, '--help'), text(command, '--help', LC_ALL='zh_CN.UTF-8')
        if f'\n  {command} ' not in whole:
            yield f'{command}: not in --help'
        if len(english.splitlines()) > LINES:
            yield f'{command} --help has {len(english.splitlines())} lines'
        for line in english.splitlines():
            if len(line) > COLUMNS and command not in ('probe', 'why'):  # what an argument may be takes a sentence
                yield f'{command} --help: {line}'
        examples = english[english.find('\nExamples:\n'):].splitlines()[2:]
        if len(examples) != 2 or not all('mmlint ' + command in line for line in examples):
            yield f'{command} --help: its examples are {examples}'
        for example in examples:
            for option in re.findall(r'(?<= )--[a-z-]+', example.split('#')[0]):
                if option not in english:
                    yield f'{command} has no {option}: {example}'
        if '示例' not in chinese or re.search(r'[\u4e00-\u9fff]', english):
            yield f'{command} --help does not follow the locale'
        for line in chinese.splitlines():
            if re.match(r'  -', line) and not re.search(r'[\u4e00-\u9fff]', line):
                if not re.search(r'--color|--format', line):  # its words are those to type
                    yield f'{command} --help in Chinese: {line}'


def completed(*words):
    """What bash offers for the last word."""
    script = text('completion', 'bash') + '''
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mmlint; printf '%s\\n' "${COMPREPLY[@]}"'''
    return subprocess.run(['bash', '-c', script, 'bash', *words], capture_output=True, text=True, check=True).stdout.split()


def wrong_completion():
    for words, expected in ((['mmlint', 'ch'], ['check']), (['mmlint', 'check', '--tar'], ['--target']),
                            (['mmlint', 'port', '--uns'], []), (['mmlint', 'fix', '--un'], ['--unsafe']),
                            (['mmlint', 'check', 'conf'], [])):
        if completed(*words) != expected:
            yield f'bash offers {completed(*words)} for {words}'
    for shell, check in (('zsh', ['zsh', '-n']), ('fish', ['fish', '--no-execute'])):
        script = text('completion', shell)
        if '--target' not in script and '-l target' not in script:
            yield f'completion {shell} has no --target'
        if shutil.which(shell):
            done = subprocess.run(check, input=script, capture_output=True, text=True, check=False)
            if done.returncode or done.stderr:
                yield f'{shell}: {done.stderr}'
    for line in text('completion', 'fish').splitlines():
        if line.count("'") % 2:
            yield f'fish: {line}'
    if binary.run('completion', 'bsh', cwd='/').code != 2 or binary.run('completion', cwd='/').code != 2:
        yield 'completion of no shell is no error'


def wrong_manual():
    page = text('man')
    for line in page.splitlines():
        if line.startswith(('.', "'")) and not re.match(r'\.(TH|SH|SS|TP|B|I|PP|nf|fi)( |$)', line):
            yield f'man: {line}'
    for command in COMMANDS:
        for option in offered(command):
            if f'.B {option}'.replace('-', '\\-') not in page:
                yield f'man: {command} {option} is missing'
    if shutil.which('groff'):
        done = subprocess.run(['groff', '-man', '-ww', '-z'], input=page, capture_output=True, text=True, check=False)
        if done.stderr:
            yield f'groff: {done.stderr}'


def main():
    version = text('--version').splitlines()
    wrong = [*wrong_options(), *wrong_texts(), *wrong_completion(), *wrong_manual()]
    if not re.fullmatch(r'mmlint \d+\.\d+\.\d+', version[0]):
        wrong.append(f'--version: {version}')
    if not re.fullmatch(r'\d+ rules, \d+ targets', version[1]):
        wrong.append(f'--version: {version}')
    print('\n'.join(wrong) or 'docs/reference.md and --help agree')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
