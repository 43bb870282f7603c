import sys
from ast import literal_eval

for arg in sys.argv[1:]:
    if '=' not in arg:
        exec(open(arg).read())
    else:
        key, val = arg.lstrip('-').split('=')
        if key not in globals():
            raise ValueError(f"Unknown config key: {key}")
        try:
            val = literal_eval(val)
        except (SyntaxError, ValueError):
            pass
        globals()[key] = val
