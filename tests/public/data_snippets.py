"""JSON and YAML texts for run_data.py: (extension, text) pairs."""

import json
import random  # noqa: F401 (the type of rng)

# Scalars of YAML that PyYAML and YAML 1.2 read differently, or that are at an edge of their form.
SCALARS = '''
yes Yes YES no on Off y n true TRUE tRue null Null NULL ~ nuLL
0 -0 +0 1 -1 +12 017 -017 08 0o17 0b101 -0b11 0b_1 0x1F -0x_f 0xG 1_000 1__0 _1 0_ 1_ 18339859844376517918
-18339859844376517918 0xffffffffffffffffff 1:30 -1:30:15 1:60 190:20:30 01:30 1:30:59 9999999999999999999:59
1.5 -1.5 +1.5 .5 -.5 5. 1e3 1e-3 1.0e3 1.0e+3 1.0e-3 1.E+3 1.e400 1.0e+400 -1.0e+400 1.0e-400 1_0.5_0 1:30.5 -1:30.25
.inf -.inf +.Inf .INF .nan .NaN .NAN -.nan . .. ... - -- --- -a +a
2001-01-01 2001-1-1 2001-12-14t21:59:43.10-05:00 2001-12-14T21:59:43Z 2001-12-15T2:59:43.123456789
2001-02-30 0000-01-01 2001-01-01T25:00:00 2001-12-14T21:59:43+00:00 2001-12-14T21:59:43-25:00 2001-12-14T21:59:43.5+1
= << a=b a<<b a:b a#b http://x.y/z C:\\x @a `a %a !a &a *a |a >a 'a "a a' a" a,b [a {a ]a }a ?a :a ,a a? a:
é 中文 a\u00a0b \U0001f600
'''.split()

YAML = [
    'a: 1\n', 'a: 1', '\n\na: 1\n\n', '# only a comment\n', '', '---\n', '--- {}\n', '---\na: 1\n...\n',
    'a: 1\n---\nb: 2\n', 'a: 1\n--- \n', '%YAML 1.1\n---\na: 1\n', '%YAML 1.2\n---\na: 1\n', '...\na: 1\n',
    '%TAG ! tag:x,2000:\n---\na: !b c\n', '- a\n- b\n', 'text\n', '1: a\n', 'true: a\n', '2001-01-01: a\n',
    'a: {1: x, 2.5: y, null: z, true: w, 2001-01-01: v}\n', 'a: {[1]: x}\n', 'a: {{b: c}: x}\n',
    'a: {!!python/tuple [1, 2]: x}\n', 'a: {!!python/tuple [[1]]: x}\n',
    'a: 1\na: 2\n', 'b: 0\na: 1\nb: {c: 1, c: 2}\n', 'a: 1\n1: b\n', "'a': 1\n\"b\": 2\n",
    'a: &x {b: 1}\nc: *x\nd: [*x, *x]\n', 'a: &x 1\nb: &x 2\n', 'a: *x\n', '&k a: *k\n', 'a: &a [*a]\n',
    'a: &a {b: *a}\n', 'a: &x\n', 'a: &x !!str\nb: *x\n', 'a: !!str &x\nb: *x\n', '&x a: 1\n*x : 2\n',
    'b: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n  z: 4\n', 'b: &b {x: 1}\nc: &c {x: 2, y: 2}\na: {<<: [*b, *c], z: 1}\n',
    'a: {<<: {x: 1}, <<: {x: 2, y: 3}}\n', 'a: {<<: 1}\n', 'a: {<<: [1]}\n', 'a: {"<<": 1}\n', 'a: <<\n',
    'b: &b {x: 1}\nc: &c {<<: *b, y: 2}\na: {<<: *c, z: 3}\n', 'a: {x: 1, <<: {x: 2}}\n', '<<: {a: 1}\nb: 2\n',
    'a: =\n', 'a: {=: 1}\n', 'a: [=]\n', 'a: !!str {=: x}\n',
    'a: ! 12\n', 'a: ! "12"\n', 'a: !!str 12\n', 'a: !!int "12"\n', 'a: !!int 0o7\n', 'a: !!int x\n', 'a: !!int ""\n',
    'a: !!float 3\n', 'a: !!float 1e-3\n', 'a: !!float x\n', 'a: !!bool yes\n', 'a: !!bool 1\n', 'a: !!null x\n',
    'a: !!binary aGVsbG8=\n', 'a: !!binary |\n  aGVs\n  bG8=\n', 'a: !!binary aGVsbG8\n', 'a: !!binary é\n',
    'a: !!binary "a=b=c"\n', 'a: !!timestamp 2001-01-01\n', 'a: !!timestamp x\n', 'a: !!seq [1]\n', 'a: !!seq {a: 1}\n',
    'a: !!map {a: 1}\n', 'a: !!map [1]\n', 'a: !!str [1]\n', 'a: !!set {x, y, x}\n', 'a: !!set\n  x:\n  y:\n',
    'a: !!set [x]\n', 'a: !!set {[x]}\n', 'a: !!omap [x: 1, y: 2]\n', 'a: !!omap {x: 1}\n', 'a: !!omap [{x: 1, y: 2}]\n',
    'a: !!pairs [x: 1, x: 2]\n', 'a: !!python/tuple [1, [2]]\n', 'a: !!python/tuple\n- 1\n- 2\n', 'a: !!python/list [1]\n',
    'a: !!python/dict {b: 1}\n', 'a: !!python/str 1\n', 'a: !!python/unicode 1\n', 'a: !!python/int "1"\n',
    'a: !!python/long 1\n', 'a: !!python/float 1.5\n', 'a: !!python/bool yes\n', 'a: !!python/none x\n',
    'a: !!python/bytes aGVsbG8=\n', 'a: !!python/complex 1+2j\n', 'a: !!python/name:os.getcwd\n',
    'a: !!python/name:nobody.knows ""\n', 'a: !!python/module:os ""\n', 'a: !!python/object/apply:int ["3"]\n',
    'a: !mine 1\n', 'a: !!mine 1\n', 'a: !<tag:yaml.org,2002:int> 1\n', 'a: !e!x 1\n', 'a: !!%69nt 1\n',
    'a:\n- 1\n- - 2\n  - 3\n-\n  - 4\n- b: 1\n  c: 2\n-\n', 'a:\n  - 1\nb:\n - 2\n', '  a: 1\n  b: 2\n', 'a: 1\n b: 2\n',
    'a:\n  b: 1\n c: 2\n', 'a: b: c\n', 'a: - b\n', '- a: 1\n b: 2\n', 'a\nb: 1\n', 'a: b\nc\n', 'a: [b]c\n', 'a: "b"c\n',
    'a: one\n  two\n\n  three\n', 'a: one\n two: 3\n', 'a: "one\n  two\\\n  three\n\n  four"\n', "a: 'one\n  two\n\n  it''s'\n",
    'a: "\\x41\\u00e9\\U0001F600\\/\\e\\0\\N\\_\\L\\P\\t\\\t"\n', 'a: "\\\'"\n', 'a: "\\q"\n', 'a: "\\ud800"\n', 'a: "x\n', "a: 'x\n",
    'a: |\n  x\n   y\n\n  z\n', 'a: |-\n  x\n\n', 'a: |+\n  x\n\n\nb: 1\n', 'a: >\n  x\n  y\n\n  z\n   w\n  v\n', 'a: >-\n\n  x\n\n\n  y\n',
    'a: |2\n   x\n  y\n', 'a: |0\n  x\n', 'a: |9\n x\n', 'a: |-2\n    x\n', 'a: | # c\n  x\n', 'a: |x\n  y\n', 'a: |\n', 'a: >+\n\n\n', 'a: |\n  x',
    'a: |\n\tx\n', 'a: |\n  x\n y: 1\n', '- |\n x\n- >\n  y\n', 'a:\n- |\n  x\n- b: |\n    y\n', 'a: |\n    x\n  y\n',
    'a: [1, 2,\n  3]\nb: {c: 1,\n  d: 2}\n', 'a: [1,, 2]\n', 'a: [1, 2,]\n', 'a: {b, c: , d: e}\n', 'a: [b: c, d]\n', 'a: {b:1}\n', 'a: {"b":1}\n',
    "a: {'b':1, \"c\": 2}\n", 'a: [a?b]\n', 'a: [?a]\n', 'a: [? a : b]\n', '? a\n: b\n', 'a: {b: c?d}\n', 'a: [x:y]\n', 'a: [http://x/y, pkg::z]\n',
    'a: [x ,y]\n', 'a: [x\n, y]\n', 'a: [\nx]\n', 'a: [x #c\n, y]\n', 'a: [x#c]\n', 'a: [-1, - 1]\n', 'a: [-]\n', 'a: [:]\n', 'a: {x: :y}\n',
    'a: [\n1\n]\n', 'a: {\nb: 1\n}\n', 'a: [1\n', 'a: {b: 1\n', 'a: ]\n', 'a: [1}\n', 'a: []\nb: {}\n', 'a: [[]]\nb: [{}, {}]\n', '{a: 1}\n', '[a]\n', '{}\n',
    'a: 1 # c\n', 'a: 1# c\n', 'a: # c\n  1\n', 'a: "x" # c\n', 'a: "x"# c\n', 'a: x\t# c\n', 'a: x \n', 'a: x\t\n', 'a:\t1\n', '-\ta\n', 'a:\n\tb: 1\n', '\ta: 1\n',
    'a: b\tc\n', '"a b": 1\nc d: 2\n', 'a : 1\n', 'a:1\n', 'a: \n  b\n', 'a:\n\n\n  b: 1\n', '# c\n\na: 1\n# d\n', 'a:\r\n  b: 1\r\n  c: "x\r\n    y"\r\n', 'a: 1\rb: 2\r',
    '\ufeffa: 1\n', 'a: \ufeff1\n', 'a: x\u2028y\n', 'a: x\u0085y\n', 'a: "x\u2029y"\n', 'a: \x01\n', 'a: \x7f\n', 'a: "\x1b"\n', 'a: \ufffe\n', '# \x02\na: 1\n', 'a: \0\n',
    'a: @b\n', 'a: `b\n', 'a: %b\n', '%b: 1\n', 'a: ,b\n', 'a: ?b\n', 'a: ? b\n', 'a: -b\n', ': a\n', 'a: :\n', '- : a\n', 'a: !\n', 'a: &\n', 'a: *\n',
    '"a\n  b": 1\n', '[a, b]: 1\n', '{a: b}: 1\n', 'a' * 1100 + ': 1\n', '? ' + 'a' * 1100 + '\n: 1\n', '"' + 'a' * 1100 + '": 1\n',
    'filename: x\n', '_deprecation_: {expected: x}\na: 1\n', '__a: 1\nb: {__c: 2}\n', '_base_: []\na: 1\n', '_base_: null\n', '_base_: 1\n', '_base_: missing.yaml\n', '_base_: ""\n',
    '_base_: [a, 1]\n', '_base_: {a: b}\n', '_base_: 2001-01-01\n', 'a: {_delete_: true, b: 1}\n', 'a: {{ fileBasenameNoExtension }}\n', 'a: {{ fileExtname }}x\n',
    "a: {{'$NOBODY_SETS_THIS:1e3'}}\nb: '{{$NOBODY_SETS_THIS:80}}'\nc: {{$NOBODY_SETS_THIS:80}}\n", 'a: {{_base_.x}}\n', 'a: {{_base_.x}}: 1\n', "a: {{ b }}\n",
    'a: &a {x: 1}\nb: {<<: *a, <<: {y: 2}}\nc: *a\n', 'a: [&x 1, *x, &y [*x], *y]\n', 'a: [*x ]\n', 'a: !!python/tuple &t [*t]\n', '- &a - b\n', '&a\n- b\n', 'a: &a - b\n', 'a: &m\n  b: 1\nc: *m\n',
    '!!map\na: 1\n', '--- !!map\na: 1\n', '--- &x\na: 1\n', '---\n# c\n\na: 1\n', '--- # c\na: 1\n', 'a: 1\n... # c\n', 'a: 1\n...\n...\n', 'a: 1\n...\nb: 1\n', '---a: 1\n', '---\n---\na: 1\n',
    'a: "---"\nb: |\n  ---\n  ...\n', 'a: |\n---\n', 'a: "x\n--- y"\n', 'a: x\n--- y\n', 'a: x\n...', 'k: - 1\n', "a: ''\nb: \"\"\n", 'a: \'x\' \'y\'\n', "a: 'x'y\n", '- - - 1\n  - 2\n- 3\n',
    'key with spaces: value with spaces\n', 'a: value: x\n', 'a: value:\n', 'a: x::y\n', 'a: x ::y\n', "a: it's\n", 'a: say "x"\n', 'a: 100%\n', 'a: x & y\n', 'a: x * y\n', 'a: (1, 2)\n', 'a: <x>\n', 'a: x|y\n', 'a: 1,2\n', 'a: $x\n', 'a: ~x\n', 'a: ^x\n',
    'a: &a {<<: &b {<<: *a, y: 2}, x: 1}\nb: *b\n', 'a: &a {x: 1, <<: *a, y: 2}\n', 'a: {<<: [{x: 1}, 2]}\n', 'a: {<<: [{<<: 1}, 2]}\n', 'a: {<<: [&b {x: 1}, *b, {<<: *b, y: 1}]}\n',
    'a: {b: {[1]: 2}}\nc: {[3]: 4}\n', 'a: [[!x 1]]\nb: !y 2\n', 'a: !!omap [x: !x 1]\nb: !y 2\n', 'a: !!python/tuple [!x 1]\nb: !y 2\n', 'a: !!set {[1]}\nb: {[2]: 3}\n', 'a: !!omap [[x]]\n', 'a: !!pairs [{}]\n',
    'a: ! "yes\\n"\n', 'a: ! "12\\n"\n', 'a: ! |\n  1.5\n', 'a: ! "~\\n"\n', 'a: {! "<<\\n": {x: 1}}\n', 'a: ! "\\n"\n', 'a: ! |\n  2001-01-01\n', 'a: ! ".inf\\n"\n', 'a: ! "0b1\\n"\n', 'a: ! "0\\n"\n', 'a: ! "1:30\\n"\n', 'a: ! [x]\n', 'a: ! {x: y}\n',
    '%TAG !e! tag:yaml.org,2002:\n---\na: !e!int "3"\n', '%TAG !! tag:x,2000:\n---\na: !!int "3"\n', '%YAML 1.1\n%YAML 1.1\n---\na: 1\n', '%YAML 2.0\n---\na: 1\n', '%FOO\n---\na: 1\n', 'a: !!%ff x\n', 'a: !%ed%a0%80 x\n', 'a: !%c3%a9 x\n', 'a: !!int%00 3\n', '%TAG !e! !f\n---\na: !e!x 1\n',
    'a: !!str\nb: 1\n', 'a: [!!str , x]\n', 'a: {b: !!int }\n', '? !!str\n: 1\n', '? |\n  x\n: - y\n', '? [a]\n? b\n', '- ? a\n  : b\n- ? c\n', '!!str a: 1\n', '&a a: &b b\n*a : *b\n', '{? a, ? b : c, "d", : e}\n', '[a: b: c]\n', '[? , ? a]\n', '[{a: b}: c]\n', '[[a]: b, "c":d]\n',
    "a: '{{$N\ufeffO:1}}'\n", "a: '{{$N\u200dO:1}}'\n", "a: '{{$N\u0301:1}}'\n", "a: '{{$N\u00b2\u00bd:1}}'\n", "a: '{{$N\u4e2d:1}}'\n",
    'a: x\u2028 y\n', 'a: |\n  x\u0085  y\n', '\ufeff\ufeffa: 1\n', '# c\n\ufeffa: 1\n', 'a: 1\n...\n\ufeffb: 1\n',
]

JSON = [
    '{}', '[]', '1', '"a"', '', ' ', 'null', '{"a": 1}', ' {\n "a" :\t1 , "b":[ 1,2 ] }\n', '{"a": 1,}', '{"a": [1,]}', '{"a" 1}', '{a: 1}', "{'a': 1}", '{"a": 1} x', '{"a": 1}{}', '{"a": 1', '{"a":', '{"a"', '{"', '{',
    '{"a": 1, "a": 2}', '{"a": {"b": 1, "c": 2, "b": 3}}', '{"a": NaN, "b": Infinity, "c": -Infinity, "d": [-NaN]}', '{"a": NaN, "b": Infinity, "c": -Infinity}', '{"a": nan}', '{"a": +1}', '{"a": -}', '{"a": .5}', '{"a": 5.}', '{"a": 01}',
    '{"a": -0, "b": -0.0, "c": 0e5, "d": 1E+2, "e": 1e-2, "f": 1e400, "g": -1e400, "h": 1e-400, "i": 1.0, "j": 0.1e1}', '{"a": 1e}', '{"a": 1e+}', '{"a": 0x1}', '{"a": 1_0}', '{"a": 18339859844376517918}', '{"a": -99999999999999999999999999}',
    '{"a": ' + '9' * 4300 + '}', '{"a": ' + '9' * 4301 + '}', '{"a": -' + '9' * 4300 + '}', '{"a": true, "b": false, "c": null}', '{"a": True}', '{"a": "\\u00e9\\ud83d\\ude00\\n\\/\\b\\f\\r\\t\\\\\\""}', '{"a": "\\ud800"}', '{"a": "\\ude00\\ud83d"}', '{"a": "\\ud83d\\u0041"}',
    '{"a": "\\x"}', '{"a": "\\u12"}', '{"a": "\\u12G4"}', '{"a": "x\ny"}', '{"a": "x\ty"}', '{"a": "\x7f\u2028"}', '{"a": "é中文"}', '\ufeff{"a": 1}', '{"a": 1}\x00', '{"a": "\x00"}', '{"a": 1 /* c */}', '// c\n{"a": 1}', '{"a": [[[[]]]]}', '{"": 1}', '{"a b": {"": []}}',
    '{"filename": 1}', '{"_base_": []}', '{"_base_": null}', '{"_base_": 5}', '{"_base_": "missing.json"}', '{"_base_": "missing.txt"}', '{"a": {"_delete_": true}}', '{"__a": 1, "b": 2}', '{"a": "{{ fileBasename }}"}', '{"a": {{_base_.x}}}', '{"a": "{{_base_.x}}"}', '{"a": {{"$NOBODY_SETS_THIS:5"}}}',
    '{"a": 1}\r\n', '{\r\n"a": 1\r\n}', '{"a": "x\r\ny"}', '{"a": 1 "b": 2}', '{"a":: 1}', '{,}', '{"a": ,}', '[1 2]', '{1: 2}', '{null: 2}', '{"a": tru}', '{"a": nulll}', '{"a": "\\"}', '{"_deprecation_": {"expected": "x"}}',
]


def written():
    out = [('.yaml', text) for text in YAML] + [('.json', text) for text in JSON]
    for scalar in SCALARS:
        out += [('.yaml', f'a: {scalar}\n'), ('.yml', f'a: [{scalar}, 1]\nb: {{c: {scalar}}}\n'), ('.yaml', f'a: {{{scalar}: 1}}\n'),
                ('.yaml', f"a: '{scalar}'\nb: !!str {scalar}\n")]
    return out


def scalar(rng, flow):
    kind = rng.randrange(10)
    if kind < 4:
        return rng.choice(SCALARS[:60])
    if kind < 6:
        return rng.choice(('word', 'two words', 'a-b_c.d', 'path/to/x.py', 'pkg::x/y', 'x: y'[:1], '3 apples', 'k=v'))
    text = rng.choice(('plain', 'it is', 'tab\there', 'é', '', ' lead', 'a: b', '# no', '[x]', 'new\nline'))
    if kind < 8:
        return json.dumps(text, ensure_ascii=False)
    return "'" + text.replace("'", "''").replace('\n', ' ') + "'"


def key(rng):
    return rng.choice(('a', 'b', 'c', 'type', 'model', 'train_cfg', 'key one', '"quoted"', "'single'", 'x-y', 'n1'))


def flow_node(rng, depth):
    kind = rng.randrange(4 if depth < 3 else 2)
    if kind < 2:
        return scalar(rng, True).replace('\n', ' ')
    space = rng.choice((' ', ' ', '\n' + ' ' * 12))
    if kind == 2:
        return '[' + f',{space}'.join(flow_node(rng, depth + 1) for _ in range(rng.randrange(4))) + ']'
    return '{' + f',{space}'.join(f'{key(rng)}: {flow_node(rng, depth + 1)}' for _ in range(rng.randrange(4))) + '}'


def comment(rng):
    return rng.choice(('', '', '', '', '  # note', ' #', '   '))


def block_node(rng, indent, depth):
    """Text that follows `key:` or `-`: it begins with a space or a line end and ends with one."""
    kind = rng.randrange(12 if depth < 4 else 6)
    pad = ' ' * (indent + rng.choice((1, 2, 2, 4)))
    if kind < 4:
        return f' {scalar(rng, False)}{comment(rng)}\n'
    if kind == 4:
        return f' {flow_node(rng, 0)}{comment(rng)}\n'
    if kind == 5:
        lines = rng.choice((('x', 'y'), ('x', '', ' more', 'z'), ('',), ('a: b', '# c', '- d')))
        header = rng.choice('|>') + rng.choice(('', '', '-', '+'))
        return f' {header}\n' + ''.join(f'{pad}{line}\n' if line else '\n' for line in lines)
    if kind < 9:
        return f'{comment(rng)}\n' + mapping(rng, pad, depth + 1)
    if kind < 11:
        return f'{comment(rng)}\n' + sequence(rng, rng.choice((pad, pad, ' ' * indent)) if indent else pad, depth + 1)
    return f'{comment(rng)}\n'


def mapping(rng, pad, depth):
    out = ''
    for _ in range(rng.randrange(1, 5)):
        if rng.randrange(12) == 0:
            out += rng.choice(('\n', f'{pad}# note\n', '   \n'))
        mark = rng.choice(('', '', '', '', '', ' &x%d' % rng.randrange(10 ** 6), ' !!str' if rng.randrange(4) == 0 else ''))
        node = block_node(rng, len(pad), depth)
        out += f'{pad}{key(rng)}:{mark}{node}'
    return out


def sequence(rng, pad, depth):
    out = ''
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(6)
        if kind == 0:
            out += f'{pad}- ' + mapping(rng, pad + '  ', depth)[len(pad) + 2:]
        elif kind == 1:
            out += f'{pad}- ' + sequence(rng, pad + '  ', depth + 1)[len(pad) + 2:] if depth < 4 else f'{pad}- 1\n'
        else:
            out += f'{pad}-{block_node(rng, len(pad), depth)}'
    return out


def json_value(rng, depth):
    kind = rng.randrange(10 if depth < 4 else 8)
    if kind < 3:
        return rng.choice((0, 1, -5, 1.5, -0.0, 1e300, 2 ** 70, float('inf'), float('nan'), True, False, None))
    if kind < 6:
        return rng.choice(('', 'a', 'é', '\u2028', '"', '\\', '\n', '\ud83d\ude00', 'a/b'))
    if kind < 9:
        return {rng.choice('abcdef"é\n'): json_value(rng, depth + 1) for _ in range(rng.randrange(4))}
    return [json_value(rng, depth + 1) for _ in range(rng.randrange(4))]


def generated(rng):
    if rng.randrange(5) == 0:
        value = {rng.choice('abc'): json_value(rng, 0) for _ in range(3)}
        return '.json', json.dumps(value, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1, 2)))
    text = mapping(rng, '', 0)
    if rng.randrange(8) == 0:
        text = text.replace('\n', '\r\n')
    return '.yaml', rng.choice(('', '', '', '---\n', '# note\n')) + text


PIECES = list(' \n\t:-,[]{}#&*!|>\'"%@`?\\~=<0a.') + ['\n  ', ' - ', ': ', '---', '...', '\r\n', '&a ', '*a', '!!str ', '<<: ', '? ', '# c\n', '"', 'é', '\ufeff', '  ', '- ', '|\n', '>-\n', ',\n', '::']


def damaged(rng):
    end, text = rng.choice(written()) if rng.randrange(2) else generated(rng)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(3)
        piece = rng.choice(PIECES)
        if kind == 0:
            text = text[:at] + piece + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randrange(1, 4):]
        else:
            text = text[:at] + piece + text[at + len(piece):]
    return end, text
