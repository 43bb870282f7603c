"""Random calls of Python's standard library, for program_maker.py."""

IMPORTS = 'import functools\nimport itertools\nimport math\nimport os.path\n'

TABLE = "{'e': 'xyz', 45: 95, 97: None}"

# A path of random parts, which are mostly legal.
PATH = '"/".join({strs})'


def module_call(maker, kind, e):
    """An expression of that kind that calls a module; None where no module has one."""
    pick, number = maker.pick, maker.random.randrange
    path = lambda: PATH.format(strs=e('strs')) if maker.chance(0.5) else e('str')  # noqa: E731
    few = lambda: f'{e("ints")}[:{number(1, 5)}]'  # noqa: E731
    of_kind = {
        'bool': [
            lambda: f'math.{pick("isnan", "isinf", "isfinite")}({e("float")})',
            lambda: f'math.isclose({e("float")}, {e("float")}, {pick("rel_tol", "abs_tol")}={pick("0.1", "1e-9", "2")})',
            lambda: f'({e("float")}).is_integer()',
            lambda: f'os.path.isabs({path()})',
        ],
        'int': [
            lambda: f'math.{pick("floor", "ceil", "trunc")}({e(pick("float", "int"))})',
            lambda: f'math.{pick("gcd", "lcm")}({e("int")}, {e("int")})',
            lambda: f'math.{pick("comb", "perm")}({e("int")}, {number(4)})',
            lambda: f'math.{pick("factorial", "isqrt")}({e("int")} % 20)',
            lambda: f'math.prod(q % 7 for q in {e("ints")})',
            lambda: f'functools.reduce(lambda a, b: a {pick("+", "-")} b, {e("ints")}{pick("", ", " + e("int"))})',
            lambda: f'functools.partial(max, {e("int")})({e("int")})',
            lambda: f'({e("int")}).{pick("bit_length()", "bit_count()", "numerator", "real")}',
            lambda: f'sum(itertools.chain({e("ints")}, {e("tuple")}))',
            lambda: f'next(itertools.islice({e("ints")}, {number(3)}, None), {e("int")})',
        ],
        'float': [
            lambda: f'math.{pick("sin", "cos", "tan", "atan", "exp", "sqrt", "log", "log2", "log10", "log1p", "tanh")}({e("float")})',
            lambda: f'math.{pick("pow", "fmod", "atan2", "copysign")}({e("float")}, {e(pick("float", "int"))})',
            lambda: f'math.log({e("float")}, {pick("2", "10", "0.5", "1")})',
            lambda: f'math.{pick("degrees", "radians", "fabs")}({e("float")})',
            lambda: f'math.{pick("pi", "e", "tau", "inf")}',
            lambda: f'math.prod(float(q) for q in {e("floats")})',
        ],
        'str': [
            lambda: f'os.path.{pick("normpath", "basename", "dirname", "normcase")}({path()})',
            lambda: f'os.path.join({path()}, {path()})',
            lambda: f'os.path.{pick("split", "splitext", "splitdrive")}({path()})[{number(2)}]',
            lambda: f'os.path.commonprefix({e("strs")})',
            lambda: f'os.path.relpath("/" + {path()}, "/" + {path()})',
            lambda: f'{e("str")}.encode().decode()',
            lambda: f'{e("str")}.translate(str.maketrans({TABLE}))',
            lambda: f'({e("float")}).hex()',
        ],
        'ints': [
            lambda: f'list(itertools.islice({e("ints")}, {number(4)}, {pick("None", "3", "9")}, {number(1, 3)}))',
            lambda: f'list(itertools.accumulate({e("ints")}{pick("", ", max", ", initial=2")}))',
            lambda: f'list(itertools.islice(itertools.{pick("count", "repeat")}({e("int")}), {number(4)}))',
            lambda: f'[p * q for p, q in itertools.product({few()}, repeat=2)][:7]',
            lambda: f'[sum(q) for q in itertools.{pick("combinations", "permutations")}({few()}, {number(4)})][:7]',
            lambda: f'[sum(q) for q in itertools.combinations_with_replacement({few()}, 2)]',
            lambda: f'list(itertools.chain.from_iterable([{e("ints")}, {e("ints")}]))',
            lambda: f'[p + q for p, q in itertools.zip_longest({e("ints")}, {e("ints")}, fillvalue={e("int")})]',
            lambda: f'list(itertools.starmap(lambda a, b: a + b, zip({e("ints")}, itertools.cycle({e("ints")}))))',
            lambda: f'list(map(functools.partial(lambda a, b=1: a - b, {e("int")}), {e("ints")}))',
        ],
    }
    return maker.random.choice(of_kind[kind])() if kind in of_kind else None
