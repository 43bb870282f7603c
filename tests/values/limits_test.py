"""Configs that would take for ever, or all memory, end soon with a finding (MM013)."""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS, BYTES = 8, 1 << 30  # of the processor, not of the clock; most of them need a twentieth
SANITIZED = bool(os.environ.get('MMLINT_SANITIZE'))  # slower, and with an address space of its own

LIMITED = {
    'big_integer': 'x = 10 ** 10**9\n',
    'big_shift': 'x = 1 << 10**9\n',
    'big_pow': 'x = 3 ** 10**6\nfor i in range(10**6):\n    x = x * x\n',
    'center': "x = '1'.center(10**10)\n",
    'class': 'while True:\n    class A:\n        x = 1\n',
    'closures': 'f = lambda: 1\nfor i in range(10**5):\n    f = (lambda g: lambda: g())(f)\nx = f()\n',
    'compare': 'a = [1] * 900000\nb = [1] * 900000\nfor i in range(10**5):\n    x = a == b\n',
    'comprehension': 'x = [a for a in range(9999) for b in range(9999) for c in range(9999)]\n',
    'comprehension_empty': 'x = [a for a in range(9999) for b in range(9999) for c in range(9999) if False]\n',
    'concat': 'a = [1] * 400000\nfor i in range(10**6):\n    x = a + a\n',
    'contains': 'a = list(range(300000))\nfor i in range(10**6):\n    x = -1 in a\n',
    'dag': 'x = [1]\nfor i in range(60):\n    x = [x, x]\n',
    'dag_compare': 'x = [1]\ny = [1]\nfor i in range(60):\n    x = [x, x]\n    y = [y, y]\nz = x == y\n',
    'dag_text': 'x = [1]\nfor i in range(60):\n    x = [x, x]\nz = str(x)\n',
    'deep_tuple_key': 'x = ()\nfor i in range(10**5):\n    x = (x, x)\nd = {x: 1}\n',
    'deepcopy': 'import copy\nx = [1] * 10\nfor i in range(40):\n    x = [x, x]\nfor i in range(10**6):\n    y = copy.deepcopy(x)\n',
    'def': 'while True:\n    def f(a, b=[1] * 10):\n        return a\n',
    'default_recursion': 'def f(n, g=None):\n    return (g or f)(n, f)\nx = f(1)\n',
    'dict_copy': 'd = {i: i for i in range(200000)}\nwhile True:\n    e = dict(d)\n    e = d.copy()\n    e = {**d}\n    e = d | d\n',
    'dict_growth': 'd = {}\ni = 0\nwhile True:\n    d[i] = i\n    i += 1\n',
    'doubling': "x = 'a'\nwhile True:\n    x = x + x\n",
    'exceptions': "d = {str(i): i for i in range(20000)}\ni = 0\nwhile True:\n    try:\n        d['x' + str(i)]\n    except KeyError:\n        i += 1\n",
    'expandtabs': "x = '\\t'.expandtabs(10**10)\n",
    'fib': 'def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nx = fib(40)\n',
    'iterators_tainted': 'import statistics\nx = iter([1])\nfor i in range(10**5):\n    x = zip(x)\ny = statistics.mean(x)\n',
    'itertools_product': 'from itertools import product\nx = list(product(range(1000), repeat=10**9))\n',
    'finally': 'while True:\n    try:\n        continue\n    finally:\n        pass\n',
    'find': "x = 'a' * 10**7\nwhile True:\n    e = x.find('b')\n    e = x.count('b')\n    e = 'b' in x\n    e = len(x)\n",
    'format_width': "x = '{:{}}'.format(1, 10**9)\n",
    'fstring_width': "x = f'{1:>{10**9}}'\n",
    'generator_nest': 'x = iter([1])\nfor i in range(10**5):\n    x = (q for q in x)\ny = list(x)\n',
    'globals': "i = 0\nwhile True:\n    globals()['n' + str(i)] = i\n    i += 1\n",
    'hash_text': "x = 'a' * 10**7\nd = {}\nwhile True:\n    e = d.get(x)\n    e = x == x + 'b'\n",
    'in_generator': 'x = -1 in (i for i in range(10**12))\n',
    'items': 'x = [0] * 10**9\n',
    'join': "x = ('a' * 10**6).join(['b'] * 10**5)\n",
    'kwargs': 'd = {str(i): i for i in range(20000)}\nf = lambda **a: a\nwhile True:\n    y = f(**d)\n',
    'lazy_attributes': 'import torch\nx = torch\nwhile True:\n    x = x.a\n',
    'list_doubling': 'x = [1]\nfor i in range(60):\n    x = x + x\n',
    'list_growth': 'd = []\nwhile True:\n    d.append(d[-1:])\n',
    'list_range': 'x = list(range(10**12))\n',
    'list_self': 'x = [1]\nfor i in range(60):\n    x += x\n',
    'missing_names': 'while True:\n    try:\n        undefined\n    except NameError:\n        pass\n',
    'pop_dict': 'd = {i: i for i in range(200000)}\nwhile True:\n    d[-1] = d.pop(0, 0)\n',
    'pop_front': 'x = list(range(500000))\nwhile x:\n    x.insert(0, x.pop())\n    x.append(x.pop(0))\n',
    'precision': "x = f'{1.5:.{10**9}f}'\n",
    'product': 'import itertools\nx = list(itertools.product(range(1000), range(1000), range(1000)))\n',
    'recursion': 'def f(n):\n    return f(n + 1)\nx = f(0)\n',
    'recursion_lambda': 'f = lambda n: f(n + 1)\nx = f(0)\n',
    'replace': "x = 'a' * 10**6\nfor i in range(10**6):\n    y = x.replace('a', 'bb')\n",
    'replace_blowup': "x = 'a' * 10**4\nx = x.replace('a', 'a' * 10**6)\n",
    'set_growth': 's = set()\ni = 0\nwhile True:\n    t = {*range(i)}\n    i += 1\n',
    'slices': 'a = [1] * 900000\nfor i in range(10**6):\n    x = a[:]\n',
    'sorts': 'x = list(range(200000))\nfor i in range(10**5):\n    x.sort(reverse=True)\n    x.sort()\n',
    'strings_kept': "x = []\nwhile True:\n    x.append('a' * 10**5 + str(len(x)))\n",
    'strip': "x = 'a' * 10**7\nwhile True:\n    e = x.strip('a')\n",
    'sum_range': 'x = sum(range(10**12))\n',
    'sums': 'a = [1] * 900000\nfor i in range(10**5):\n    x = sum(a)\n',
    'tabs': "x = ('\\t' * 10**6).expandtabs(10**6)\n",
    'text': "x = 'x' * 10**12\n",
    'unpack': 'x = [1] * 900000\nwhile True:\n    y = [*x]\n',
    'unpack_call': 'x = [1] * 900000\nf = lambda *a: a\nwhile True:\n    y = f(*x)\n',
    'upper': "x = 'a' * 10**6\nwhile True:\n    e = x.upper().strip('a').isalpha()\n",
    'values': 'd = {i: i for i in range(200000)}\nwhile True:\n    e = list(d.values())\n',
    'while': 'while True:\n    pass\n',
    'while_count': 'i = 0\nwhile True:\n    i += 1\n',
    'zfill': "x = '1'.zfill(10**10)\n",
    'zip_nest': 'x = iter([1])\nfor i in range(10**5):\n    x = zip(x)\ny = list(x)\n',
}
# What Python itself refuses, at a depth or size of its own.
REFUSED = {
    'cycle': 'x = []\nx.append(x)\n',
    'cycle_eq': 'x = []\nx.append(x)\ny = []\ny.append(y)\nz = x == y\n',
    'cycle_str': 'x = []\nx.append(x)\ny = str(x)\n',
    'deep_dict': 'x = {}\nfor i in range(10**5):\n    x = dict(a=x)\n',
    'deep_list': 'x = []\nfor i in range(10**5):\n    x = [x]\n',
    'int_text': "x = int('9' * 10**7)\n",
}
# Quick to read, or Python's own regular expressions hang on them too.
LONG = {
    'template_everywhere': "x = '" + '{{$A:{{$B:b||c}}' * 60000 + "'\n",
    'template_everywhere_again': "x = '" + ''.join('{{$A%d:b||c}}' % i for i in range(40)) + "'\n",
    'template_opened': "x = '" + '{{$A:' * 300000 + "'\n",
    'template_opened_before_blanks': "x = '" + '{{$A:x' * 200000 + ' ' * 100000 + "}}'\n",
}
LOADED = []


def bounded():
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def spent():
    """What all runs together have used of the processor so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def fault(path, codes):
    """What is wrong with the answer for one config; empty if it is as it must be."""
    began = spent()
    try:
        done = subprocess.run([os.environ['MMLINT'], 'show', '--kind', 'config', '--jobs', '1', '--format', 'jsonl', path],
                              capture_output=True, text=True, timeout=300, preexec_fn=bounded, check=False)
    except subprocess.TimeoutExpired:
        return 'hangs'
    seconds = spent() - began
    if not done.stdout:
        return f'exit code {done.returncode}: {done.stderr[:200]}'
    answer = json.loads(done.stdout)
    if codes == LOADED and answer['ok']:
        return f'{seconds:.1f} seconds' if seconds > SECONDS and not SANITIZED else ''
    if answer['ok'] or answer['problems'][0]['code'] not in codes:
        return done.stdout[:200]
    return f'{seconds:.1f} seconds' if seconds > SECONDS and not SANITIZED else ''


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for cases, codes in ((LIMITED, ['limit-reached']), (REFUSED, ['limit-reached', 'config-raises']),
                             (LONG, LOADED)):
            for name, text in cases.items():
                path = Path(folder, name + '.py')
                path.write_text(text)
                found = fault(path, codes)
                if found:
                    failures += 1
                    print(f'{name}: {found}\n{text}')
    print(f'{len(LIMITED) + len(REFUSED) + len(LONG)} configs, {failures} failures')
    sys.exit(failures > 0)


main()
