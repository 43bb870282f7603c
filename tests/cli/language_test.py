"""Text on a terminal follows the locale; --lang is stronger; what is no terminal, or no text, is English."""

import sys
import tempfile
from pathlib import Path

import binary

CHINESE = {'LANG': 'zh_CN.UTF-8'}
# (environment, arguments, on a terminal, Chinese is spoken)
CASES = [
    (CHINESE, [], True, True),
    (CHINESE, [], False, False),
    (CHINESE, ['--lang', 'en'], True, False),
    ({'LANG': 'en_US.UTF-8'}, ['--lang', 'zh'], False, True),
    (CHINESE | {'LC_MESSAGES': 'en_US.UTF-8'}, [], True, False),
    (CHINESE | {'LC_MESSAGES': 'C', 'LC_ALL': 'zh_TW'}, [], True, True),
    (CHINESE | {'LC_ALL': ''}, [], True, True),
    ({}, [], True, False),
    (CHINESE, ['--format', 'json'], True, False),
    (CHINESE, ['--format', 'concise'], True, False),
    (CHINESE, ['--format', 'json', '--lang', 'zh'], True, True),
    (CHINESE, ['--format', 'text', '--format', 'json', '--output', '-', '--output', '{dir}/out.json'], True, False),
]


def output(environment, arguments, terminal):
    environment = {'LC_ALL': ''} | environment
    if terminal:
        return binary.run_on_terminal(*arguments, cwd='/', environment=environment)
    return binary.run(*arguments, cwd='/', environment=environment).out.decode()


def main():
    wrong = []
    with tempfile.TemporaryDirectory(prefix='mmlint-') as name:
        config = Path(name) / 'configs' / 'a.py'
        config.parent.mkdir()
        config.write_text("model = dict(type='M')\ntrain_dataloader = dict()\n"
                          "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n")
        for environment, arguments, terminal, chinese in CASES:
            words = ['check', str(config), *(a.replace('{dir}', name) for a in arguments)]
            text = output(environment, words, terminal)
            if ('无法在 gcu 上启动' in text) != chinese or ('cannot start on gcu' in text) == chinese:
                wrong.append(f'{environment} {arguments} on a terminal: {terminal}\n{text}')
    print('\n'.join(wrong) or f'{len(CASES)} cases')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
