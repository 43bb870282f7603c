"""Makes small Python programs out of what configs are written with, from a seed."""

import random

from module_maker import IMPORTS, module_call

WORDS = ['a', 'Bc', 'x_1', 'deed', 'r50 fpn', '', 'Straße', '10', '-3', ' pad ', 'k=v', 'A,b,,C', '中文', "it's"]
KEYS = ['a', 'b', 'cc', 'type', 'lr']


class Maker:
    """One program. Expressions are made by type; names of earlier statements are reused."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {}  # name -> type
        self.count = 0
        self.lines = []

    def pick(self, *options):
        return self.random.choice(options)

    def chance(self, share):
        return self.random.random() < share

    def name(self, kind):
        known = [n for n, k in self.names.items() if k == kind]
        return self.random.choice(known) if known else None

    def new_name(self, kind):
        self.count += 1
        name = f'v{self.count}'
        self.names[name] = kind
        return name

    def expr(self, kind, depth=0):
        """An expression of that type; now and then of another, which must fail alike."""
        if depth == 0 and self.chance(0.01):
            kind = self.pick('int', 'str', 'ints', 'dict', 'none')
        if self.chance(0.3) and self.name(kind):
            return self.name(kind)
        if depth > 3 or self.chance(0.15):
            return self.literal(kind)
        deeper = lambda k: self.expr(k, depth + 1)  # noqa: E731
        from_module = module_call(self, kind, deeper) if self.chance(0.15) else None
        return from_module or getattr(self, 'make_' + kind)(deeper)

    def literal(self, kind):
        r = self.random
        if kind == 'int':
            return self.pick('0', '1', '-1', '2', '3', '7', '10', '255', '0x1f', '1_000', '2**31', str(r.randrange(-50, 50)))
        if kind == 'float':
            return self.pick('0.0', '1.5', '-0.25', '1e-3', '2.5e-5', '1e16', '0.1', '3.0', '.5', '1e22', '123456.789',
                             repr(round(r.uniform(-10, 10), r.randrange(6))))
        if kind == 'bool':
            return self.pick('True', 'False')
        if kind == 'str':
            return repr(r.choice(WORDS))
        if kind == 'none':
            return 'None'
        if kind == 'ints':
            return '[' + ', '.join(self.literal('int') for _ in range(r.randrange(5))) + ']'
        if kind == 'floats':
            return '[' + ', '.join(self.literal('float') for _ in range(r.randrange(5))) + ']'
        if kind == 'strs':
            return '[' + ', '.join(self.literal('str') for _ in range(r.randrange(4))) + ']'
        if kind == 'tuple':
            return '(' + ''.join(self.literal(self.pick('int', 'str', 'float')) + ', ' for _ in range(r.randrange(4))) + ')'
        if kind == 'dict':
            return '{' + ', '.join(f'{k!r}: {self.literal("int")}' for k in r.sample(KEYS, r.randrange(4))) + '}'
        if kind == 'set':
            return 'set()' if self.chance(0.2) else '{' + ', '.join(self.literal('int') for _ in range(r.randrange(1, 5))) + '}'
        if kind == 'bytes':
            return self.pick("b''", "b'ab'", "b'\\x00z'")
        raise KeyError(kind)

    # --- by type; e(kind) makes a part ---

    def make_none(self, e):
        return 'None'

    def make_bytes(self, e):
        return self.literal('bytes')

    def make_bool(self, e):
        return self.random.choice([
            lambda: f'{e("int")} {self.pick("<", "<=", ">", ">=", "==", "!=")} {e(self.pick("int", "float"))}',
            lambda: f'{e("str")} {self.pick("<", "<=", ">", "==", "!=")} {e("str")}',
            lambda: f'{e("ints")} {self.pick("<", "<=", "==", "!=")} {e("ints")}',
            lambda: f'({e("bool")} {self.pick("and", "or")} {e("bool")})',
            lambda: f'(not {e(self.pick("bool", "int", "ints", "dict", "str"))})',
            lambda: f'{e("int")} {self.pick("in", "not in")} {e(self.pick("ints", "tuple", "set"))}',
            lambda: f'{e("str")} in {e(self.pick("str", "strs", "dict", "tuple"))}',
            lambda: f'{e("str")}.{self.pick("startswith", "endswith")}({e("str")})',
            lambda: f'{e("str")}.{self.pick("isdigit", "isalpha", "isupper", "islower", "isspace", "isalnum", "isidentifier", "istitle", "isnumeric", "isascii")}()',
            lambda: f'isinstance({e(self.pick("int", "str", "ints", "bool", "dict", "tuple"))}, {self.pick("int", "str", "(int, str)", "list", "dict", "(list, tuple)", "float", "bool")})',
            lambda: f'{self.pick("any", "all")}({e(self.pick("ints", "strs", "tuple"))})',
            lambda: f'{self.pick("any", "all")}(q {self.pick("<", ">", "==")} {e("int")} for q in {e("ints")})',
            lambda: f'bool({e(self.pick("int", "str", "ints", "float", "none", "set"))})',
            lambda: f'({e("int")} < {e("int")} <= {e("float")})',
            lambda: f'{e(self.pick("none", "dict"))} is {self.pick("", "not ")}None',
            lambda: f'{e("dict")} {self.pick("==", "!=")} {e("dict")}',
            lambda: f'hasattr({e(self.pick("dict", "str", "ints"))}, {self.pick("keys", "items", "append", "upper")!r})',
            lambda: f'callable({self.pick("len", "int", "print", "3")})',
            lambda: f'type({e(self.pick("int", "str", "ints"))}) {self.pick("is", "==")} {self.pick("int", "str", "list")}',
        ])()

    def make_int(self, e):
        return self.random.choice([
            lambda: f'({e("int")} {self.pick("+", "-", "*", "//", "%", "&", "|", "^")} {e("int")})',
            lambda: f'({e("int")} {self.pick("+", "-", "*")} {e("bool")})',
            lambda: f'{self.pick("-", "+", "~")}{e("int")}' if self.chance(0.9) else f'- {e("int")}',
            lambda: f'({e("int")} {self.pick("<<", ">>")} {self.random.randrange(8)})',
            lambda: f'({e("int")} ** {self.random.randrange(5)})',
            lambda: f'len({e(self.pick("str", "ints", "dict", "tuple", "set", "strs", "bytes"))})',
            lambda: f'int({e(self.pick("float", "bool", "int"))})',
            lambda: f'int({self.pick("12", " -7 ", "+3", "1_0", "007")!r})',
            lambda: f'int({self.pick("ff", "10", "z", "0x1F")!r}, {self.pick("16", "36", "0")})' if self.chance(0.5) else 'int("101", base=2)',
            lambda: f'round({e("float")})',
            lambda: f'{self.pick("max", "min")}({e("int")}, {e("int")})',
            lambda: f'{self.pick("max", "min")}({e("ints")}, default={e("int")})',
            lambda: f'{self.pick("max", "min")}({e("ints")} + [0], key=lambda q: {self.pick("-q", "q % 3", "abs(q)", "(q % 2, q)")})',
            lambda: f'sum({e("ints")})' if self.chance(0.7) else f'sum({e("ints")}, start={e("int")})',
            lambda: f'abs({e("int")})',
            lambda: f'pow({e("int")}, {self.random.randrange(4)})' if self.chance(0.7) else f'pow({e("int")}, {self.random.randrange(1, 5)}, 7)',
            lambda: f'divmod({e("int")}, {e("int")})[{self.pick("0", "1")}]',
            lambda: f'{e("str")}.{self.pick("count", "find", "rfind")}({e("str")})',
            lambda: f'{e("str")}.{self.pick("count", "find", "rfind")}({e("str")}, {self.random.randrange(-2, 4)})',
            lambda: f'({e("ints")} + [{e("int")}])[{self.pick("0", "-1")}]',
            lambda: f'{e("ints")}.count({e("int")})',
            lambda: f'({e("ints")} + [5]).index(5)',
            lambda: f'{e("dict")}.get({self.random.choice(KEYS)!r}, {e("int")})',
            lambda: f'({e("int")} if {e("bool")} else {e("int")})',
            lambda: f'ord({self.pick("a", "中", " ")!r})',
            lambda: f'sum(q{self.pick("", " * 2", " // 2")} for q in {e("ints")}{self.pick("", " if q > 0", " if q % 2")})',
            lambda: f'sum({e("dict")}.values())',
            lambda: f'(lambda a, b={e("int")}: a {self.pick("+", "-", "*")} b)({e("int")})',
            lambda: f'({e("int")}).bit_length()' if self.chance(0.1) else f'next(iter({e("ints")}), {e("int")})',
            lambda: f'hash({e("int")})' if self.chance(0.1) else f'int({e("bool")})',
            lambda: f'len(range({e("int")}, {e("int")}, {self.pick("1", "2", "-1", "3")}))',
            lambda: f'len(list(zip({e("ints")}, {e("strs")})))',
        ])()

    def make_float(self, e):
        return self.random.choice([
            lambda: f'({e("float")} {self.pick("+", "-", "*")} {e(self.pick("float", "int"))})',
            lambda: f'({e("int")} / {e(self.pick("float", "int"))})',
            lambda: f'({e("float")} {self.pick("//", "%")} {e(self.pick("float", "int"))})',
            lambda: f'({e("float")} ** {self.pick("2", "0.5", "-1", "3")})',
            lambda: f'float({e(self.pick("int", "float", "bool"))})',
            lambda: f'float({self.pick("1e3", " -2.5 ", "inf", "1_0.5", "NaN", ".5")!r})',
            lambda: f'round({e("float")}, {self.random.randrange(-1, 6)})',
            lambda: f'-{e("float")}',
            lambda: f'abs({e("float")})',
            lambda: f'{self.pick("max", "min")}({e("float")}, {e("float")})',
            lambda: f'sum({e("floats")}, 0.0)',
            lambda: f'({e("float")} if {e("bool")} else {e("float")})',
        ])()

    def make_str(self, e):
        return self.random.choice([
            lambda: f'({e("str")} + {e("str")})',
            lambda: f'({e("str")} * {self.random.randrange(-1, 4)})',
            lambda: f'str({e(self.pick("int", "float", "ints", "dict", "bool", "none", "tuple", "strs", "floats"))})',
            lambda: f'repr({e(self.pick("str", "strs", "float", "dict", "tuple"))})',
            lambda: f'{e("str")}.{self.pick("upper", "lower", "strip", "title", "capitalize", "lstrip", "rstrip", "swapcase", "casefold")}()',
            lambda: f'{e("str")}.{self.pick("strip", "lstrip", "rstrip")}({self.pick("a", "xyz ", "-3")!r})',
            lambda: f'{e("str")}.replace({e("str")}, {e("str")})',
            lambda: f'{e("str")}.replace({self.pick("a", "", ",")!r}, {e("str")}, {self.random.randrange(-1, 3)})',
            lambda: f'{e("str")}.{self.pick("ljust", "rjust", "center", "zfill")}({self.random.randrange(8)})',
            lambda: f'{e("str")}.{self.pick("ljust", "rjust", "center")}({self.random.randrange(8)}, {self.pick("*", "-")!r})',
            lambda: f'{self.pick(",", "", "--")!r}.join({e("strs")})',
            lambda: f'", ".join(str(q) for q in {e(self.pick("ints", "tuple", "floats"))})',
            lambda: f'{e("str")}[{self.slice(e)}]',
            lambda: f'({e("str")} + "z")[{self.pick("0", "-1")}]',
            lambda: f'{e("str")}.{self.pick("removeprefix", "removesuffix")}({e("str")})',
            lambda: self.fstring(e),
            lambda: self.fstring(e),
            lambda: self.format_call(e),
            lambda: f'format({e(self.pick("int", "float", "str"))}, {self.pick("", ">8", "<6", "^7")!r})',
            lambda: f'chr({self.random.randrange(32, 400)})',
            lambda: f'{self.pick("hex", "oct", "bin")}({e("int")})',
            lambda: f'({e("str")} if {e("bool")} else {e("str")})',
            lambda: f'{e("str")}.{self.pick("partition", "rpartition")}({self.pick(",", "_", " ")!r})[{self.random.randrange(3)}]',
            lambda: f'{self.pick("max", "min")}({e("strs")} + ["m"], key=len)',
            lambda: f'ascii({e("str")})',
            lambda: f'{e("str")}.expandtabs({self.pick("", "4")})',
            lambda: f'{e("str")}.translate(str.maketrans("ab", "xy"))',
            lambda: f'type({e(self.pick("int", "str", "ints", "none"))}).__name__',
        ])()

    def slice(self, e):
        bound = lambda: self.pick('', str(self.random.randrange(-4, 5)))  # noqa: E731
        return f'{bound()}:{bound()}' + self.pick('', '', f':{self.pick("2", "-1", "3", "-2")}')

    def number_spec(self):
        fill = self.pick('', '', '*<', '>', '^', '0>', '*=')
        return fill + self.pick('', '', '+', ' ', '-') + self.pick('', '', '0') + self.pick('', '8', '12', '3') + \
            self.pick('', '', ',', '_')

    def spec(self, kind):
        if kind == 'int':
            return self.number_spec() + self.pick('', 'd', 'x', '.1f', 'e', 'g', '.0%', 'b', 'X', 'o', 'n')
        if kind == 'float':
            return self.number_spec() + self.pick('', '.2f', '.3e', 'g', '.0f', '.1%', '.5', 'e', 'f', '.3g', 'G')
        return self.pick('', '>6', '<7', '^9', '*^5', '.2', '10.3', 's', '>5s')

    def fstring(self, e):
        parts = []
        for _ in range(self.random.randrange(1, 4)):
            kind = self.pick('int', 'float', 'str', 'ints', 'bool')
            text = self.name(kind) or self.literal(kind)
            if "'" in text or '"' in text or '\\' in text:
                text = '0'
                kind = 'int'
            after = ''
            if self.chance(0.5) and kind in ('int', 'float', 'str'):
                after = ':' + self.spec(kind)
            elif self.chance(0.2):
                after = self.pick('!r', '!s', '!a', '=')
            parts.append(self.pick('', 'w', '{{}}', ' - ') + '{' + text + after + '}')
        return "f'" + ''.join(parts) + "'"

    def format_call(self, e):
        kind = self.pick('int', 'float', 'str')
        return self.random.choice([
            lambda: f'"{{}}:{{}}".format({e("int")}, {e("str")})',
            lambda: f'"{{1}}{{0}}{{{{}}}}".format({e("float")}, {e("str")})',
            lambda: f'"{{n:{self.spec(kind)}}}".format(n={e(kind)})',
            lambda: f'"{{0[0]}}{{1[a]}}".format([{e("int")}], dict(a={e("str")}))',
            lambda: f'"{{!r:>8}}".format({e("str")})',
            lambda: f'"{{:{{}}}}".format({e("int")}, {self.random.randrange(1, 9)})',
        ])()

    def make_ints(self, e):
        return self.random.choice([
            lambda: '[' + ', '.join(e('int') for _ in range(self.random.randrange(4))) + ']',
            lambda: f'({e("ints")} + {e("ints")})',
            lambda: f'({e("ints")} * {self.random.randrange(-1, 3)})',
            lambda: f'{e("ints")}[{self.slice(e)}]',
            lambda: f'list(range({self.random.randrange(6)}))',
            lambda: f'list(range({self.random.randrange(-3, 6)}, {self.random.randrange(-5, 9)}, {self.pick("1", "2", "-1", "-2")}))',
            lambda: f'[q{self.pick("", " + 1", " * q")} for q in {e("ints")}{self.pick("", " if q", " if q > 1")}]',
            lambda: f'[p * q for p in {e("ints")} for q in {e("ints")}][:6]',
            lambda: f'sorted({e(self.pick("ints", "set"))}{self.pick("", ", reverse=True", ", key=lambda q: -q", ", key=abs")})',
            lambda: f'list(reversed({e("ints")}))',
            lambda: f'list(map({self.pick("abs", "int", "lambda q: q * 2", "float")}, {e("ints")}))',
            lambda: f'list(map(lambda p, q: p - q, {e("ints")}, {e("ints")}))',
            lambda: f'list(filter({self.pick("None", "lambda q: q > 0")}, {e("ints")}))',
            lambda: f'[*{e("ints")}, {e("int")}, *{e("tuple")}]',
            lambda: f'[len(q) for q in {e("strs")}]',
            lambda: f'list({e("dict")}.values())',
            lambda: f'[i for i, q in enumerate({e("strs")}{self.pick("", ", 1", ", start=3")})]',
            lambda: f'sum([{e("ints")}, {e("ints")}], [])',
            lambda: f'[p + q for p, q in zip({e("ints")}, {e("ints")})]',
            lambda: f'{e("ints")}.copy()',
            lambda: f'[q for q in range(10) if q % {self.pick("2", "3")} == 0][{self.slice(e)}]',
            lambda: f'(lambda *a, **k: list(a) + [len(k)])(*{e("ints")}, **{e("dict")})',
        ])()

    def make_floats(self, e):
        return self.random.choice([
            lambda: '[' + ', '.join(e('float') for _ in range(self.random.randrange(4))) + ']',
            lambda: f'[q * {e("float")} for q in {e(self.pick("ints", "floats"))}]',
            lambda: f'[round(q, 2) for q in {e("floats")}]',
            lambda: f'list(map(float, {e("ints")}))',
            lambda: f'sorted({e("floats")})',
        ])()

    def make_strs(self, e):
        return self.random.choice([
            lambda: '[' + ', '.join(e('str') for _ in range(self.random.randrange(4))) + ']',
            lambda: f'{e("str")}.split()' if self.chance(0.5) else f'{e("str")}.split(None, 1)',
            lambda: f'{e("str")}.{self.pick("split", "rsplit")}({self.pick(",", "_", "a", " ")!r}{self.pick("", ", 1", ", maxsplit=1")})',
            lambda: f'[str(q) for q in {e("ints")}]',
            lambda: f'list({e("str")})',
            lambda: f'list({e("dict")})',
            lambda: f'sorted({e("strs")}{self.pick("", ", key=len", ", key=str.lower", ", reverse=True")})',
            lambda: f'list(map({self.pick("str", "repr", "hex")}, {e("ints")}))',
            lambda: f'[q.upper() for q in {e("strs")} if q]',
            lambda: f'{e("str")}.splitlines()',
            lambda: f'[f"{{k}}={{v}}" for k, v in {e("dict")}.items()]',
            lambda: f'[k for k in sorted({e("dict")})]',
        ])()

    def make_tuple(self, e):
        return self.random.choice([
            lambda: f'({e("int")}, {e(self.pick("int", "str", "float"))})',
            lambda: f'tuple({e(self.pick("ints", "strs", "floats"))})',
            lambda: f'({e("tuple")} + {e("tuple")})',
            lambda: f'{e("tuple")}[{self.slice(e)}]',
            lambda: f'divmod({e("int")}, {e("int")})',
            lambda: f'tuple(q for q in {e("ints")})',
            lambda: f'(*{e("ints")}, {e("int")})',
            lambda: f'tuple({e("dict")}.items())',
        ])()

    def make_dict(self, e):
        key = lambda: repr(self.random.choice(KEYS))  # noqa: E731
        return self.random.choice([
            lambda: f'dict({", ".join(k + "=" + e("int") for k in self.random.sample(KEYS, self.random.randrange(3)))})',
            lambda: '{' + f'{key()}: {e("int")}, {key()}: {e("int")}' + '}',
            lambda: '{**' + e('dict') + f', {key()}: {e("int")}' + '}',
            lambda: f'dict({e("dict")}, lr={e("int")})',
            lambda: f'dict(zip({e("strs")}, {e("ints")}))',
            lambda: '{k: v ' + self.pick('', '+ 1 ') + f'for k, v in {e("dict")}.items()' + self.pick('', ' if v > 0') + '}',
            lambda: f'({e("dict")} | {e("dict")})',
            lambda: f'dict.fromkeys({e("strs")}, {e("int")})',
            lambda: f'{e("dict")}.copy()',
            lambda: '{q: len(q) for q in ' + e('strs') + '}',
            lambda: f'dict([({key()}, {e("int")})])',
        ])()

    def make_set(self, e):
        return self.random.choice([
            lambda: f'set({e("ints")})',
            lambda: '{q % 4 for q in ' + e('ints') + '}',
        ])()

    # --- statements ---

    TYPES = ['int', 'float', 'str', 'bool', 'ints', 'floats', 'strs', 'tuple', 'dict', 'set', 'bytes', 'none']

    def statement(self):
        kind = self.random.choices(self.TYPES, [6, 5, 7, 4, 7, 3, 5, 3, 5, 2, 1, 1])[0]
        r = self.random.random()
        if r < 0.55 or not self.names:
            value = self.expr(kind)
            self.lines.append(f'{self.new_name(kind)} = {value}')
        elif r < 0.85:
            self.change()
        else:
            self.block()

    def change(self):
        e = self.expr
        ints, strs, dict_, number, text = (self.name(k) for k in ('ints', 'strs', 'dict', 'int', 'str'))
        options = []
        if ints:
            options += [f'{ints}.append({e("int")})', f'{ints} += {e("ints")}', f'{ints}.extend({e("tuple")})',
                        f'{ints}.insert({self.random.randrange(-3, 4)}, {e("int")})', f'{ints}.sort()',
                        f'{ints}.sort(key=lambda q: -q)', f'{ints}.sort(reverse=True)',
                        f'{ints}.reverse()', f'{ints}[{self.slice(e)}] = {e("ints")}', f'del {ints}[{self.slice(e)}]',
                        f'{ints} *= 2', f'if {ints}: {ints}[0] = {e("int")}', f'if {ints}: {ints}.pop()',
                        f'{ints}[1:1] = {e("ints")}', f'if 1 in {ints}: {ints}.remove(1)']
        if strs:
            options += [f'{strs} += {e("str")}', f'{strs}.append({e("str")})', f'{strs}.extend({e("strs")})']
        if dict_:
            options += [f'{dict_}[{self.random.choice(KEYS)!r}] = {e("int")}', f'{dict_}.update({e("dict")})',
                        f'{dict_}.update(lr={e("int")})', f'{dict_} |= {e("dict")}',
                        f'{dict_}.pop({self.random.choice(KEYS)!r}, None)',
                        f'{dict_}.setdefault({self.random.choice(KEYS)!r}, {e("int")})',
                        f'{dict_}["n"] = {dict_}.get("n", 0) + 1']
        if number:
            options += [f'{number} {self.pick("+", "-", "*", "//")}= {e("int")}']
        if text:
            options += [f'{text} += {e("str")}']
        other = self.random.choice(self.TYPES[:9])
        value = e(other)
        more = e('int')
        a, b = self.new_name(other), self.new_name('int')
        options += [f'{a}, {b} = {value}, {more}', f'{a} = {value}\n{b} = 1', f'{b}, *_rest = [{more}, 7]\n{a} = {value}']
        chosen = self.random.choice(options)
        if chosen not in options[-3:]:
            del self.names[a], self.names[b]
        self.lines.append(chosen)

    def block(self):
        e = self.expr
        k = self.random.randrange(9)
        names_before = dict(self.names)
        n = self.new_name('int')
        del self.names[n]
        if k == 0:
            self.lines.append(f'{n} = 0\nfor _i in {e("ints")}:\n    if _i > {e("int")}:\n        {self.pick("continue", "break")}\n'
                              f'    {n} += _i\nelse:\n    {n} -= 1')
        elif k == 1:
            self.lines.append(f'if {e("bool")}:\n    {n} = {e("int")}\nelif {e("bool")}:\n    {n} = {e("int")}\nelse:\n    {n} = {e("int")}')
        elif k == 2:
            self.lines.append(f'try:\n    {n} = {e("ints")}[{self.random.randrange(3)}]\nexcept IndexError:\n    {n} = {e("int")}')
        elif k == 3:
            self.lines.append(f'def f{n}(a, b={e("int")}, *c, d={e("int")}):\n    t = a {self.pick("+", "*", "-")} b\n'
                              f'    if t > {self.random.randrange(9)}:\n        return t + d\n    for q in c:\n        t += q\n    return t')
            self.lines.append(f'{n} = f{n}({e("int")}, {self.pick(e("int"), "d=" + e("int"), "*" + e("ints"))})')
        elif k == 4:
            self.lines.append(f'{n} = {self.random.randrange(1, 60)}\n_s = 0\nwhile {n} > 1 and _s < 9:\n    _s += 1\n'
                              f'    {n} = {n} // 2 if {n} % 2 == 0 else 3 * {n} + 1')
        elif k == 5:
            self.lines.append(f'_g = (q + 1 for q in {e("ints")})\n{n} = next(_g, -1) + sum(_g)\n_r = list(_g)\ndel _g')
        elif k == 6:
            self.lines.append(f'_z = zip({e("ints")}, {e("strs")})\nfor _a, _b in _z:\n    break\n{n} = len(list(_z))\ndel _z')
        elif k == 7:
            self.lines.append(f'{n} = 0\ndef g{n}():\n    global {n}\n    {n} += {self.random.randrange(1, 5)}\n    return {n}\n'
                              f'_q = [g{n}() for _ in range({self.random.randrange(4)})]')
        else:
            self.lines.append(f'try:\n    {n} = {e("int")} // {e("int")}\nexcept ZeroDivisionError:\n    {n} = -1\nelse:\n    {n} += 1\nfinally:\n    _f = True')
        self.names = names_before
        self.names[n] = 'int'


def program(seed):
    maker = Maker(seed)
    for _ in range(maker.random.randrange(4, 12)):
        maker.statement()
    return IMPORTS + '\n'.join(maker.lines) + '\n'
