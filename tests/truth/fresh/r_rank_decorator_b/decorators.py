import functools
import os
import time


def main_process_only(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if int(os.environ.get('RANK', 0)) == 0:
            return fn(*args, **kwargs)
        return None
    return wrapper


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        try:
            return fn(*args, **kwargs)
        finally:
            report(fn.__name__, time.perf_counter() - start)
    return wrapper


@main_process_only
def report(name, seconds):
    print(f'{name}: {seconds:.2f} s')
