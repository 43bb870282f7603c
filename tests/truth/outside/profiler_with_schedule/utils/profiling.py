import contextlib
import functools

import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule

NVTX = False


@contextlib.contextmanager
def span(name):
    if NVTX:
        torch.cuda.nvtx.range_push(name)
    with record_function(name):
        yield
    if NVTX:
        torch.cuda.nvtx.range_pop()


def make_profiler(folder):
    activities = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        activities += [ProfilerActivity.CUDA]
    return profile(activities=activities, schedule=schedule(wait=1, warmup=1, active=1),
                   on_trace_ready=lambda p: print(p.key_averages().table(row_limit=3)))


class NoProfiler:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def step(self):
        pass


def peak_memory():
    """Bytes, None where there is no card."""
    if not torch.cuda.is_initialized():
        return None
    peak = torch.cuda.max_memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    return peak


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if not torch.cuda.is_available():
            return fn(*args, **kwargs)
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        result = fn(*args, **kwargs)
        end.record()
        torch.cuda.synchronize()
        print(fn.__name__, begin.elapsed_time(end))
        return result
    return wrapper
