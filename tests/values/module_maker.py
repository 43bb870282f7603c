"""Random calls of Python's standard library, for program_maker.py."""

IMPORTS = 'import itertools\nimport math\nimport os.path\n'

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
        ],
        'int': [
            lambda: f'math.{pick("floor", "ceil", "trunc")}({e(pick("float", "int"))})',
            lambda: f'math.{pick("gcd", "lcm")}({e("int")}, {e("int")})',
            lambda: f'math.{pick("comb", "perm")}({e("int")}, {number(4)})',
            lambda: f'math.{pick("factorial", "isqrt")}({e("int")} % 20)',
            lambda: f'math.prod(q % 7 for q in {e("ints")})',
            lambda: f'({e("int")}).{pick("bit_length()", "bit_count()", "numerator", "real")}',
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
            lambda: f'os.path.{pick("basename", "dirname")}({path()})',
            lambda: f'os.path.splitext({path()})[{number(2)}]',
            lambda: f'os.path.join({path()}, {path()})',
            lambda: f'{e("str")}.translate(str.maketrans({TABLE}))',
            lambda: f'({e("float")}).hex()',
        ],
        'ints': [
            lambda: f'[p * q for p, q in itertools.product({few()}, repeat=2)][:7]',
        ],
    }
    return maker.random.choice(of_kind[kind])() if kind in of_kind else None
