"""Python's values in the JSON form of `mmlint show`."""

import datetime
import json
import math
import types


def plain(value):
    """What json.dumps takes."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {'__float__': repr(value)}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: plain(item) for key, item in value.items()}
        return {'__dict__': [[plain(key), plain(item)] for key, item in value.items()]}
    if isinstance(value, (set, frozenset)):
        return {'__set__': sorted((plain(item) for item in value), key=text_of)}
    if isinstance(value, bytes):
        return {'__bytes__': value.hex()}
    if isinstance(value, (datetime.date, datetime.datetime)):
        return {'__date__': value.isoformat()}
    return {'__object__': f'{kind(value)} {getattr(value, "__name__", "")}'.strip()}


def kind(value):
    if isinstance(value, type):
        return 'class'
    if isinstance(value, types.ModuleType):
        return 'module'
    if callable(value):
        return 'function'
    return type(value).__name__


def text_of(item):
    """Elements of a set are sorted by their JSON text."""
    return json.dumps(item, ensure_ascii=False)
