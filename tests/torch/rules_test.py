"""Rules say of torch.cuda what was recorded in rules/torch/without_cuda.json: an error where the plain call of a
function raises in every build that has it, a warning where it raises in some, nothing where it raises in none. A method
of what such a function returns is an error if it raises in every build. What MM530 says of gloo is what was recorded
there too."""

import json
import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get('MMLINT_SOURCE', Path(__file__).resolve().parents[2]))

# Modules of torch.nn that hold others: what they move is not theirs.
CONTAINERS = {'Container', 'ModuleDict', 'ModuleList', 'ParameterDict', 'ParameterList', 'Sequential'}


def raises(table, entry):
    """For each build that has it, whether the call raises."""
    return [entry[build][0] not in ('fine', 'warns') for build in table['builds'] if build in entry]


def recorded(table):
    """The functions of torch.cuda that raise in all builds, and in some; the methods of what the latter return that raise
    in all builds; the modules of torch.nn that move nothing."""
    plain = {}  # a function's first entry is its plain call
    for entry in table['without_cuda']:
        plain.setdefault(entry['name'], entry)
    functions = {name: raises(table, entry) for name, entry in plain.items() if name.startswith('torch.cuda.')}
    always = {name for name, answers in functions.items() if all(answers)}
    methods = {match[1] for entry in table['without_cuda']
               if (match := re.fullmatch(r'(torch\.cuda\.\w+\(\)\.\w+)\(\)', entry['call']))
               and entry['name'] not in always and all(raises(table, entry))}
    moved = {match[1]: raises(table, entry) for entry in table['without_cuda']
             if (match := re.fullmatch(r'nn\.(\w+)\(\)\.cuda\(\)', entry['call']))}
    return dict(raises=always, sometimes={name for name, answers in functions.items() if any(answers)} - always,
                methods=methods,
                modules={f'torch.nn.{name}().*' for name, answers in moved.items()
                         if not any(answers) and name not in CONTAINERS})


def differences(table, define):
    """`define` is that of MM509; set_device has a rule of its own, MM501."""
    for name, right in recorded(table).items():
        said, right = set(define[name]), right - {'torch.cuda.set_device'}
        if said != right:
            yield f'MM509, {name}: without reason {sorted(said - right)}, missing {sorted(right - said)}'


def lacking(table):
    """The functions of torch.distributed that gloo has in PyTorch 2, but in no recorded build of PyTorch 1."""
    works = {}  # of each function, for each build, whether some call of it works
    for entry in table['gloo']:
        if match := re.match(r'dist\.(\w+)\(', entry['call']):
            for build, what in table['builds'].items():
                answers = works.setdefault(f'torch.distributed.{match[1]}', {1: False, 2: False})
                answers[int(what['version'][0])] |= entry[build][0] in ('fine', 'warns')
    return {name for name, answers in works.items() if answers == {1: False, 2: True}}


def gloo_differences(table, match):
    """`match` is that of MM530; its first part lists calls, the others look at arguments."""
    said, right = set(match['any'][0]['call']), lacking(table)
    if said != right:
        yield f'MM530: without reason {sorted(said - right)}, missing {sorted(right - said)}'


def main():
    table = json.loads((SOURCE / 'rules/torch/without_cuda.json').read_text(encoding='utf-8'))
    define = json.loads((SOURCE / 'rules/MM509-cuda-call.json').read_text(encoding='utf-8'))['define']
    match = json.loads((SOURCE / 'rules/MM530-gloo-limit.json').read_text(encoding='utf-8'))['match']
    found = [*differences(table, define), *gloo_differences(table, match)]
    # The test sees a name too many and one too few.
    for name, names in define.items():
        for wrong in (names[1:], [*names, 'torch.cuda.is_available']):
            if not list(differences(table, {**define, name: wrong})) and not found:
                found.append(f'a wrong list {name} is not seen')
    calls = match['any'][0]['call']
    for wrong in (calls[1:], [*calls, 'torch.distributed.broadcast']):
        if not list(gloo_differences(table, {'any': [{'call': wrong}]})) and not found:
            found.append('a wrong list of MM530 is not seen')
    for difference in found:
        print(difference, file=sys.stderr)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
