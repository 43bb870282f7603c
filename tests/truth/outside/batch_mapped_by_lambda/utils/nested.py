from functools import partial


def map_structure(fn, obj):
    if isinstance(obj, dict):
        return {k: map_structure(fn, v) for k, v in obj.items()}
    if isinstance(obj, (list, tuple)):
        return type(obj)(map_structure(fn, v) for v in obj)
    return fn(obj)


move_data_to_device = partial(map_structure, lambda t: t.cuda(non_blocking=True))  # truth: dies
detach = partial(map_structure, lambda t: t.detach())
