"""Says on which devices the parameters are when a model is wrapped: written by `mmlint probe`.

As a front end, also behind torchrun, it runs a training script as Python would, and watches:

    python probe_ddp.py train.py ARGS
    python probe_ddp.py -m package.train ARGS

Where it is imported (`custom_imports` of a classic config, `__import__` in a lazy one), it watches from then on.

Just before a model is wrapped, each process writes one line to standard error: "mmlint-probe 1 " and a JSON
object. Nothing else is changed: no package is imported, no tensor is moved, no error is raised. Python 3.7 to 3.13.
"""

import functools
import importlib.machinery
import importlib.util
import inspect
import json
import os
import pkgutil
import runpy
import sys
import threading
import types

# Module -> the class in it that wraps models. MMDistributedDataParallel and other subclasses call its __init__.
WRAPPERS = {
    'torch.nn.parallel.distributed': 'DistributedDataParallel',
    'torch.nn.parallel.data_parallel': 'DataParallel',
    'torch.distributed.fsdp.fully_sharded_data_parallel': 'FullyShardedDataParallel',
    'mmengine.model.wrappers.seperate_distributed': 'MMSeparateDistributedDataParallel',
}
ARGUMENTS = ('device_ids', 'output_device', 'broadcast_buffers', 'find_unused_parameters')
PLUGINS = ('torch_gcu', 'torch_npu', 'torch_mlu', 'torch_musa', 'torch_xla', 'torch_dipu', 'torch_sdaa',
           'habana_frameworks', 'intel_extension_for_pytorch')
# Besides every variable with VISIBLE_DEVICE in its name.
VARIABLES = ('RANK', 'LOCAL_RANK', 'WORLD_SIZE', 'LOCAL_WORLD_SIZE', 'ZE_AFFINITY_MASK', 'HABANA_VISIBLE_MODULES')
SHOWN = 5  # parameters that are told one by one
LONGEST_LINE = 4000  # bytes; a pipe takes 4096 in one piece, so that lines of several processes do not mix

_wrapped = 0  # how many models this process has wrapped
_inside = threading.local()  # .names: the classes whose __init__ runs, by thread


def attempt(function, *arguments):
    """What the function returns, and None if it raises."""
    try:
        return function(*arguments)
    except Exception:
        return None


def count(tensors):
    """By device, how many tensors there are, and elements in them."""
    devices = {}
    for tensor in tensors:
        entry = devices.setdefault(str(tensor.device), {'tensors': 0, 'elements': 0})
        entry['tensors'] += 1
        entry['elements'] += attempt(tensor.numel) or 0  # a lazy parameter has no size yet
    return devices


def about_model(module):
    parameters = list(module.parameters())
    devices = count(parameters)
    return {'model': class_name(type(module)),
            'tensors': len(parameters),
            'elements': sum(entry['elements'] for entry in devices.values()),
            'trainable': sum(bool(parameter.requires_grad) for parameter in parameters),
            'devices': devices}


def about_first(module):
    first = []
    for name, parameter in module.named_parameters():
        if len(first) == SHOWN:
            break
        first.append({'name': name, 'device': str(parameter.device), 'dtype': attempt(str, parameter.dtype),
                      'shape': attempt(lambda: list(map(int, parameter.shape)))})
    return {'first': first}


def about_buffers(module):
    return {'buffers': count(module.buffers())}


def class_name(cls):
    return '%s.%s' % (cls.__module__, cls.__qualname__)


def plain(value):
    """The value for JSON; of an object that JSON has no word for, its class."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if type(value).__name__ in ('device', 'dtype'):
        return str(value)
    return '<%s>' % class_name(type(value))


def bind(signature, wrapper, args, kwargs):
    """The model, the arguments as __init__ sees them with its defaults, and the names of those that were given."""
    bound = signature.bind(wrapper, *args, **kwargs)
    given = flat(bound)
    bound.apply_defaults()
    arguments = flat(bound)
    given.pop('module', None)
    return arguments.pop('module', None), arguments, sorted(given)


def flat(bound):
    """By name, the arguments but for self, those of **kwargs among them."""
    out = {}
    for position, (name, value) in enumerate(bound.arguments.items()):
        kind = bound.signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            out.update(value)
        elif position > 0:
            out[name] = value
    return out


def about_arguments(arguments, given):
    shown = {name: plain(value) for name, value in arguments.items() if name in ARGUMENTS or name in given}
    return {'arguments': shown, 'given': given}


def number(text):
    return None if text is None else attempt(int, text)


def about_ranks():
    """Of the process group if there is one, else of the variables that the launcher has set."""
    distributed = sys.modules.get('torch.distributed')
    made = attempt(lambda: bool(distributed.is_available() and distributed.is_initialized()))
    return {'rank': distributed.get_rank() if made else number(os.environ.get('RANK')),
            'world_size': distributed.get_world_size() if made else number(os.environ.get('WORLD_SIZE')),
            'local_rank': number(os.environ.get('LOCAL_RANK')),
            'backend': str(distributed.get_backend()) if made else None}


def about_environment():
    return {'environment': {name: value for name, value in sorted(os.environ.items())
                            if name in VARIABLES or 'VISIBLE_DEVICE' in name}}


def about_plugins():
    """Those that can be imported; a top-level name is looked for without importing anything."""
    plugins = {}
    for name in PLUGINS:
        if name in sys.modules:
            plugins[name] = 'imported'
        elif attempt(importlib.util.find_spec, name) is not None:
            plugins[name] = 'found'
    return {'plugins': plugins}


def about_device():
    """What MMEngine takes for the device. It has asked itself before it wraps, so that asking changes nothing."""
    device = sys.modules.get('mmengine.device')
    return {'get_device': None if device is None else device.get_device()}


def about_process():
    version = {name: getattr(sys.modules.get(name), '__version__', None) for name in ('torch', 'mmengine')}
    return {'torch': attempt(str, version['torch']), 'mmengine': version['mmengine'],
            'python': '%d.%d.%d' % sys.version_info[:3], 'pid': os.getpid()}


def about_caller():
    """The line that wraps: the first that is neither in this file nor in a constructor."""
    frame = sys._getframe()
    own = frame.f_code.co_filename
    while frame is not None and (frame.f_code.co_filename == own or frame.f_code.co_name == '__init__'):
        frame = frame.f_back
    return {'at': None if frame is None else '%s:%d' % (frame.f_code.co_filename, frame.f_lineno)}


def shortened(value, longest):
    """The value with texts and lists of at most that length."""
    if isinstance(value, str):
        return value if len(value) <= longest else value[:longest] + '...'
    if isinstance(value, list):
        return [shortened(item, longest) for item in value[:longest]]
    if isinstance(value, dict):
        return {key: shortened(item, longest) for key, item in value.items()}
    return value


def write(record):
    """One line in one piece, behind all that was written before."""
    for longest in (1000, 200, 80, 20):
        line = 'mmlint-probe 1 %s\n' % json.dumps(shortened(record, longest), separators=(',', ':'))
        if len(line) <= LONGEST_LINE:
            break
    try:
        sys.stderr.flush()
        sys.stderr.write(line)
        sys.stderr.flush()
    except Exception:  # closed, or replaced by something else
        os.write(2, line.encode())


def report(base, signature, wrapper, args, kwargs):
    """Writes the line about a model that the __init__ of the class `base` is about to wrap."""
    global _wrapped
    _wrapped += 1
    record, errors = {}, []

    def add(part, *arguments):
        try:
            record.update(part(*arguments))
        except Exception as error:
            errors.append('%s: %s: %s' % (part.__name__, type(error).__name__, error))

    try:
        module, arguments, given = bind(signature, wrapper, args, kwargs)
    except Exception:  # arguments that __init__ is going to refuse
        module, arguments, given = kwargs.get('module', args[0] if args else None), kwargs, sorted(kwargs)
    add(about_ranks)
    record.update(wrapper=class_name(type(wrapper)), base=base, wrapped=_wrapped)
    add(about_arguments, arguments, given)
    for part in (about_model, about_first, about_buffers):
        add(part, module)
    for part in (about_device, about_environment, about_plugins, about_process, about_caller):
        add(part)
    if errors:
        record['errors'] = errors
    write(record)


def patch_wrapper(module):
    cls = getattr(module, WRAPPERS[module.__name__])
    original, name = cls.__init__, cls.__name__
    signature = inspect.signature(original)

    # Whoever reads tracebacks knows the functions of this file that stand in them by the beginning of their names.
    @functools.wraps(original)
    def mmlint_probe_init(self, *args, **kwargs):
        names = _inside.__dict__.setdefault('names', [])
        if name not in names:  # FullyShardedDataParallel wraps the parts of a model by itself
            attempt(report, name, signature, self, args, kwargs)
        names.append(name)
        try:
            original(self, *args, **kwargs)
        finally:
            names.pop()

    mmlint_probe_init.__signature__ = signature  # inspect.getfullargspec does not look at what is wrapped
    cls.__init__ = mmlint_probe_init


class ProbeOfChild(object):
    """Becomes None where it is unpickled, in a process that multiprocessing starts anew, and watches there."""

    def __reduce__(self):
        code = 'try:\n import runpy\n runpy.run_path(%r, run_name="mmlint_probe")\nexcept Exception:\n pass\n'
        return exec, (code % os.path.abspath(__file__), {})


def patch_spawn(module):
    original = module.get_preparation_data

    @functools.wraps(original)
    def mmlint_probe_preparation(*args, **kwargs):
        data = original(*args, **kwargs)
        data['mmlint_probe'] = ProbeOfChild()  # multiprocessing.spawn.prepare() takes the keys that it knows
        return data

    module.get_preparation_data = mmlint_probe_preparation


PATCHES = dict.fromkeys(WRAPPERS, patch_wrapper)
PATCHES['multiprocessing.spawn'] = patch_spawn


class MmlintProbeFinder(object):
    """Patches modules when they have been imported, and leaves finding and loading them to the others."""

    def find_spec(self, name, path=None, target=None):
        if name not in PATCHES:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, 'find_spec', None)
            spec = find(name, path, target) if find is not None and finder is not self else None
            if spec is not None:
                attempt(self.watch, spec.loader)
                return spec
        return None

    @staticmethod
    def watch(loader):
        execute = loader.exec_module

        def mmlint_probe_import(module):
            del loader.exec_module  # what its class has is there again
            execute(module)
            attempt(PATCHES[module.__name__], module)

        loader.exec_module = mmlint_probe_import


def install():
    """Watches from now on. The second time in a process it does nothing, whatever file it comes from."""
    if any(type(finder).__name__ == MmlintProbeFinder.__name__ for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, MmlintProbeFinder())
    for name, patch in PATCHES.items():
        if name in sys.modules:
            attempt(patch, sys.modules[name])


def replace_path(folder):
    """Puts the folder where Python has put this file's own, unless it was told to put none there."""
    if not (sys.flags.isolated or getattr(sys.flags, 'safe_path', False)):
        sys.path[0] = folder


def fresh_main(**names):
    """The variables of a new module __main__, which stays until the process ends."""
    main = types.ModuleType('__main__')
    main.__dict__.update(names, __builtins__=__builtins__, __annotations__={})
    sys.modules['__main__'] = main
    return main.__dict__


def mmlint_probe_script(script):
    """What `python SCRIPT` does."""
    path = os.path.abspath(script) if sys.version_info >= (3, 9) else script
    if pkgutil.get_importer(script) is not None:  # a folder or an archive with a __main__.py
        sys.path[:1] = [path]
        fresh_main()
        runpy._run_module_as_main('__main__', False)
        return
    replace_path(os.path.dirname(os.path.realpath(script)))
    with open(script, 'rb') as file:
        code = compile(file.read(), path, 'exec', dont_inherit=True)
    loader = importlib.machinery.SourceFileLoader('__main__', path)
    exec(code, fresh_main(__file__=path, __cached__=None, __loader__=loader))


def mmlint_probe_module(name):
    """What `python -m MODULE` does."""
    replace_path(os.getcwd())
    fresh_main()
    runpy._run_module_as_main(name)


def mmlint_probe_main():
    name, words = sys.argv[0], sys.argv[1:]
    rank = [word for word in words[:1] if word.startswith(('--local_rank=', '--local-rank='))]
    words = words[len(rank):]  # which torch.distributed.launch puts in front of the script's own words
    is_module = words[:1] == ['-m']
    words = words[is_module:]
    if not words or words[0].startswith('-'):
        sys.stderr.write('usage: python %s SCRIPT [ARGS], or python %s -m MODULE [ARGS]\n' % (name, name))
        sys.exit(2)
    if not is_module and not os.path.exists(words[0]):
        sys.stderr.write("%s: can't open file '%s': there is none\n" % (name, words[0]))
        sys.exit(2)
    install()
    sys.argv[:] = words[:1] + rank + words[1:]
    run = mmlint_probe_module if is_module else mmlint_probe_script
    run(words[0])


if __name__ == '__main__':
    mmlint_probe_main()
else:
    install()
