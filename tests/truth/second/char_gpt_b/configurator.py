"""Overrides globals of the caller: python train.py config/x.py --key=value"""
import sys
from ast import literal_eval

for arg in sys.argv[1:]:
    if '=' not in arg:
        exec(open(arg).read())
        continue
    key, val = arg.lstrip('-').split('=', 1)
    if key not in globals():
        raise ValueError(f'Unknown config key: {key}')
    try:
        globals()[key] = literal_eval(val)
    except (SyntaxError, ValueError):
        globals()[key] = val
