"""Random calls of Python's standard library, for program_maker.py."""

IMPORTS = 'import math\nimport os.path\n'

# A path of random parts, which are mostly legal.
PATH = '"/".join({strs})'


def module_call(maker, kind, e):
    """An expression of that kind that calls a module; None where no module has one."""
    pick, number = maker.pick, maker.random.randrange
    path = lambda: PATH.format(strs=e('strs')) if maker.chance(0.5) else e('str')  # noqa: E731
    of_kind = {
        'int': [
            lambda: f'math.{pick("floor", "ceil")}({e(pick("float", "int"))})',
        ],
        'float': [
            lambda: f'math.{pick("sin", "cos", "exp", "sqrt", "log", "log2", "log10")}({e(pick("float", "int"))})',
            lambda: f'math.{pick("pi", "inf")}',
        ],
        'str': [
            lambda: f'os.path.{pick("basename", "dirname")}({path()})',
            lambda: f'os.path.join({path()}, {path()})',
            lambda: f'os.path.splitext({path()})[{number(2)}]',
        ],
    }
    return maker.random.choice(of_kind[kind])() if kind in of_kind else None
