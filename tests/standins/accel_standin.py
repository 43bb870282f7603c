"""Makes a CPU build of PyTorch (written for 1.13) behave like a host with the accelerator of one vendor and no CUDA.

tests/standins/README.md says what is emulated, what is not, and which source each patched name follows.

Every tensor stays in CPU memory. A tensor "on the card" has the attribute `_accel`, the number of its card. A
TorchFunctionMode, which is entered once and never left, keeps that attribute up to date. This module leaves torch.cuda
alone: torch.cuda raises as it does on any host without CUDA, until `bridge` patches it."""
import contextlib
import functools
import os
import sys
import types

import torch
import torch.distributed as dist
import torch.distributed.distributed_c10d as c10d
from torch.overrides import TorchFunctionMode

_RealDevice = torch.device
_real_autocast = torch.amp.autocast_mode.autocast
_real_get_backend = c10d.get_backend
torch.Tensor._accel = None


class _State:
    name = None  # 'npu'
    backend = None  # 'hccl'
    count = int(os.environ.get('STANDIN_COUNT', '2'))
    current = 0
    bridge = False  # 'cuda' in arguments means the card
    ctor = False  # torch.device('cuda') gives the card, too
    numbers = True  # .to(0) is the card
    sync_bn = True
    data_parallel = True  # torch.nn.DataParallel works with more than one card
    not_bridged = ()  # factories that the vendor's bridge leaves alone
    drop_device_ids = False  # the bridge sets device_ids of DistributedDataParallel to None
    reported_backend = None  # what get_backend() says in place of `backend` behind the bridge
    named_backend = None  # the default group's backend, if it is of the form 'cpu:gloo,npu:hccl'


S = _State


class AccelDevice(str):
    """torch.device of a type that this build of torch cannot name.

    It is a str because the parser of torch's arguments accepts no other foreign object as a device. It compares like a
    device. `isinstance(x, str)` is the one difference that a script can see."""

    def __new__(cls, type, index=None):
        self = str.__new__(cls, type if index is None else '%s:%d' % (type, index))
        self.type, self.index = type, index
        return self

    def __eq__(self, other):
        return isinstance(other, AccelDevice) and (self.type, self.index) == (other.type, other.index)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.type, self.index))

    def __repr__(self):
        return "device(type='%s'%s)" % (self.type, '' if self.index is None else ', index=%d' % self.index)

    def __reduce__(self):
        return AccelDevice, (self.type, self.index)


def _make_device(type=None, index=None, **kw):
    type = kw.pop('device', type)
    if isinstance(type, AccelDevice):
        return type
    if isinstance(type, int) and not isinstance(type, bool) and index is None and S.numbers and S.name:
        return AccelDevice(S.name, type)
    if isinstance(type, str) and S.name:
        base, _, number = type.partition(':')
        if base in (S.name, 'privateuseone') or (S.ctor and base == 'cuda'):
            if number and index is not None:
                raise RuntimeError('type (string) must not include an index because index was passed explicitly: ' +
                                   type)
            if number and not number.isdigit():
                raise RuntimeError("Invalid device string: '%s'" % type)
            return AccelDevice(S.name, int(number) if number else index)
    if isinstance(type, _RealDevice) and S.ctor and type.type == 'cuda':
        return AccelDevice(S.name, type.index)
    return _RealDevice(type) if index is None else _RealDevice(type, index)


class _DeviceMeta(type):
    def __instancecheck__(cls, obj):
        return isinstance(obj, (_RealDevice, AccelDevice))

    def __call__(cls, *args, **kw):
        return _make_device(*args, **kw)


class device(metaclass=_DeviceMeta):
    pass


device.__module__ = 'torch'


def ordinal(index):
    if index is None:
        return S.current
    if not 0 <= index < S.count:
        raise RuntimeError('%s: invalid device ordinal %d, this host has %d' % (S.name, index, S.count))
    return index


def resolve(dev, numbers=None):
    """The card's number if `dev` means the card, else None. `dev` is what user code passed as a device."""
    numbers = S.numbers if numbers is None else numbers
    if isinstance(dev, AccelDevice):
        return ordinal(dev.index)
    if isinstance(dev, bool) or dev is None:
        return None
    if isinstance(dev, int):
        return ordinal(dev) if numbers else None
    if isinstance(dev, _RealDevice):
        return ordinal(dev.index) if S.bridge and dev.type == 'cuda' else None
    if isinstance(dev, str):
        base, _, number = dev.partition(':')
        if base in (S.name, 'privateuseone') or (S.bridge and base == 'cuda'):
            if number and not number.isdigit():
                raise RuntimeError("Invalid device string: '%s'" % dev)
            return ordinal(int(number) if number else None)
    return None


def mark(obj, index):
    if isinstance(obj, torch.Tensor):
        obj._accel = index
    elif isinstance(obj, (list, tuple)):
        for o in obj:
            mark(o, index)
    elif isinstance(obj, dict):
        for o in obj.values():
            mark(o, index)
    elif isinstance(obj, torch.nn.Module):
        for t in list(obj.parameters()) + list(obj.buffers()):
            mark(t, index)
    return obj


def _tensors(obj, depth=2):
    if isinstance(obj, torch.Tensor):
        yield obj
    elif depth and isinstance(obj, (list, tuple)):
        for o in obj:
            yield from _tensors(o, depth - 1)
    elif depth and isinstance(obj, dict):
        for o in obj.values():
            yield from _tensors(o, depth - 1)


_MAY_MIX = {
    'copy_', '__getitem__', '__setitem__', 'index_put_', 'index_put', '__set__', '__get__', 'type_as', 'set_',
    'is_same_size', 'backward', '_has_compatible_shallow_copy_type', 'expand_as', 'view_as', 'reshape_as',
    'swap_tensors'
}
_FACTORIES = {
    'zeros', 'ones', 'empty', 'full', 'rand', 'randn', 'randint', 'randperm', 'arange', 'linspace', 'logspace', 'eye',
    'tensor', 'as_tensor', 'asarray', 'zeros_like', 'ones_like', 'empty_like', 'full_like', 'rand_like', 'randn_like',
    'randint_like', 'range', 'empty_strided', 'new_zeros', 'new_ones', 'new_empty', 'new_full', 'new_tensor', 'normal',
    'tril_indices', 'triu_indices', 'scalar_tensor', 'hann_window', 'hamming_window', 'sparse_coo_tensor', 'from_numpy',
    'empty_permuted'
}


def _where(t):
    return 'cpu' if t._accel is None else '%s:%d' % (S.name, t._accel)


def _check_mix(name, tensors):
    if name in _MAY_MIX:
        return
    seen = None
    for t in tensors:
        if seen is None:
            if t.dim() > 0 or t._accel is not None:
                seen = t
        elif t._accel != seen._accel and (t.dim() > 0 or t._accel is not None):
            if seen.dim() == 0 and seen._accel is None:
                seen = t
                continue
            raise RuntimeError(
                'Expected all tensors to be on the same device, but found at least two devices, %s and %s! (in %s)' %
                tuple(sorted((_where(seen), _where(t)), reverse=True) + [name]))


def _move(t, index):
    """A copy of `t` on the card (index) or on the CPU (None); differentiable, as a real transfer is."""
    if t._accel == index:
        return t
    out = torch.Tensor.clone(t)
    out._accel = index
    return out


class _Mode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs) if kwargs else {}
        name = getattr(func, '__name__', '')
        if name == '__get__':
            attribute = getattr(getattr(func, '__self__', None), '__name__', '')
            t = args[0]
            index = t._accel
            if attribute == 'device':
                return func(*args, **kwargs) if index is None else AccelDevice(S.name, index)
            if attribute == 'is_cuda':
                return S.bridge and index is not None
            out = func(*args, **kwargs)
            if index is not None and isinstance(out, torch.Tensor):
                out._accel = index
            return out
        if name == '__set__':
            out = func(*args, **kwargs)
            if getattr(getattr(func, '__self__', None), '__name__', '') == 'data' and isinstance(args[1], torch.Tensor):
                args[0]._accel = args[1]._accel
            return out
        if name == '_parse_to':
            return self._parse_to(func, args, kwargs)
        if name == 'to':
            return self._to(func, args, kwargs)
        if name == 'cpu':
            return _move(args[0], None)
        if name == 'cuda' and not S.bridge:
            return func(*args, **kwargs)
        if name in ('numpy', '__array__') and args[0]._accel is not None:
            raise TypeError("can't convert %s device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host "
                            "memory first." % _where(args[0]))
        if name == 'pin_memory':
            return args[0]
        if name == 'type' and len(args) > 1 and isinstance(args[1], _TensorType):
            return _move(args[0].to(getattr(torch, args[1].kind + 'Tensor').dtype), ordinal(None))
        if name == 'type_as':
            return mark(func(*args, **kwargs), args[1]._accel)
        index = None
        if name in _FACTORIES and kwargs.get('device') is not None:
            wanted = kwargs['device']
            if not (name in S.not_bridged and 'cuda' in str(wanted)):
                index = resolve(wanted)
            if index is not None:
                kwargs['device'] = 'cpu'
                out = func(*args, **kwargs)
                if any(out is a for a in args):
                    out = torch.Tensor.clone(out)
                return mark(out, index)
            out = func(*args, **kwargs)
            return mark(out, None)
        found = [t for a in args for t in _tensors(a)] + [t for a in kwargs.values() for t in _tensors(a)]
        marks = {t._accel for t in found}
        marks.discard(None)
        if marks:
            _check_mix(name, found)
            index = next(iter(marks))
        out = func(*args, **kwargs)
        if name in ('copy_', 'set_', 'index_put_'):
            index = args[0]._accel
        if index is not None:
            mark(out, index)
        return out

    def _to(self, func, args, kwargs):
        t, rest = args[0], list(args[1:])
        wanted = kwargs.get('device', rest[0] if rest else None)
        if isinstance(wanted, torch.Tensor):
            rest[0] = wanted.dtype
            return _move(func(t, *rest, **kwargs), wanted._accel)
        if isinstance(wanted, torch.dtype) or wanted is None:
            return mark(func(t, *rest, **kwargs), t._accel)
        index = resolve(wanted)
        if index is None:  # cpu, or something that raises here as it does there
            out = func(t, *rest, **kwargs)
            if out is t:
                return _move(t, None)
            return mark(out, None)
        if 'device' in kwargs:
            kwargs['device'] = 'cpu'
        else:
            rest[0] = 'cpu'
        out = func(t, *rest, **kwargs)
        if out is t:
            return _move(t, index)
        return mark(out, index)

    def _parse_to(self, func, args, kwargs):
        rest = list(args)
        wanted = kwargs.get('device', rest[0] if rest else None)
        index = None if isinstance(wanted, (torch.Tensor, torch.dtype)) else resolve(wanted)
        if isinstance(wanted, torch.Tensor) and wanted._accel is not None:
            index, rest[0] = wanted._accel, wanted.cpu()
        elif index is not None:
            if 'device' in kwargs:
                kwargs['device'] = 'cpu'
            else:
                rest[0] = 'cpu'
        out = func(*rest, **kwargs)
        return (AccelDevice(S.name, index),) + tuple(out[1:]) if index is not None else out


# torch.<name>


def _index_of(dev):
    if isinstance(dev, int):
        return dev
    if isinstance(dev, str):
        dev = device(dev)
    index = getattr(dev, 'index', None)
    return S.current if index is None else index


class _TensorType(type):
    """torch.npu.FloatTensor and its like: made of data or sizes, and answers isinstance."""
    def __call__(cls, *args):
        return mark(getattr(torch, cls.kind + 'Tensor')(*args), S.current)

    def __instancecheck__(cls, obj):
        return isinstance(obj, torch.Tensor) and obj._accel is not None and isinstance(
            obj, getattr(torch, cls.kind + 'Tensor'))


class _NoStream:
    def __init__(self, *a, **k):
        pass

    def __getattr__(self, name):
        return lambda *a, **k: 0.0 if name == 'elapsed_time' else True

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return False


class GradScaler:
    """Scales and unscales in float32, skips a step at inf, refuses CPU tensors."""
    forced_off = False

    def __init__(self, device=None, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True, **kw):
        if isinstance(device, (int, float)):
            init_scale = device
        self._enabled = enabled and not GradScaler.forced_off
        self._scale, self._done, self._inf = init_scale, set(), False
        self._growth, self._backoff, self._interval, self._ok = growth_factor, backoff_factor, growth_interval, 0

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        if isinstance(outputs, torch.Tensor):
            assert outputs._accel is not None, 'GradScaler.scale: the tensor is not on the %s' % S.name
            return outputs * self._scale
        return type(outputs)(self.scale(o) for o in outputs)

    def unscale_(self, optimizer):
        if not self._enabled:
            return
        if id(optimizer) in self._done:
            raise RuntimeError('unscale_() has already been called on this optimizer since the last update().')
        self._done.add(id(optimizer))
        for group in optimizer.param_groups:
            for p in group['params']:
                if p.grad is not None:
                    p.grad.data.div_(self._scale)
                    self._inf = self._inf or not bool(torch.isfinite(p.grad).all())

    def step(self, optimizer, *args, **kwargs):
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if id(optimizer) not in self._done:
            self.unscale_(optimizer)
        if not self._inf:
            return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        self._scale = new_scale or (self._scale * self._backoff if self._inf else self._scale)
        self._done, self._inf = set(), False

    def get_scale(self):
        return self._scale if self._enabled else 1.0

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {'scale': self._scale} if self._enabled else {}

    def load_state_dict(self, state):
        self._scale = state.get('scale', self._scale)


class _NoCast(contextlib.ContextDecorator):
    def __init__(self, enabled=True, dtype=None, cache_enabled=None, **kw):
        self.enabled = enabled

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return False


class autocast(_real_autocast):
    """torch.autocast for all devices; on the card it changes no types."""
    def __init__(self, device_type, *args, **kwargs):
        self._off = resolve(device_type) is not None
        if not self._off:
            super().__init__(device_type, *args, **kwargs)

    def __enter__(self):
        return self if self._off else super().__enter__()

    def __exit__(self, *a):
        return False if self._off else super().__exit__(*a)

    def __call__(self, func):
        if not self._off:
            return super().__call__(func)

        @functools.wraps(func)
        def inner(*a, **k):
            return func(*a, **k)

        return inner


def _namespace(module_name):
    ns = types.ModuleType(module_name)

    def set_device(dev):
        if isinstance(dev, int) and dev < 0:
            return
        S.current = ordinal(_index_of(dev))

    class device_ctx:
        def __init__(self, dev):
            self.index = _index_of(dev)

        def __enter__(self):
            self.before, S.current = S.current, ordinal(self.index) if self.index >= 0 else S.current

        def __exit__(self, *a):
            S.current = self.before
            return False

    nothing = lambda *a, **k: None
    zero = lambda *a, **k: 0
    properties = lambda *a, **k: types.SimpleNamespace(name='stand-in ' + S.name, total_memory=64 << 30, major=8, minor=
                                                       0, multi_processor_count=1)
    members = dict(
        is_available=lambda: S.count > 0, is_initialized=lambda: True, init=nothing, _lazy_init=nothing,
        _lazy_call=lambda f, **k: f(), device_count=lambda: S.count, current_device=lambda: S.current,
        set_device=set_device, device=device_ctx, device_of=device_ctx, synchronize=nothing, empty_cache=nothing,
        ipc_collect=nothing, manual_seed=lambda s: torch.default_generator.manual_seed(int(s)), manual_seed_all=nothing,
        seed=nothing, seed_all=nothing, initial_seed=lambda: torch.initial_seed(),
        get_rng_state=lambda *a, **k: torch.get_rng_state(), set_rng_state=lambda s, *a, **k: torch.set_rng_state(s),
        get_rng_state_all=lambda: [torch.get_rng_state()], set_rng_state_all=nothing, memory_allocated=zero,
        max_memory_allocated=zero, memory_reserved=zero, max_memory_reserved=zero, memory_cached=zero,
        max_memory_cached=zero, memory_stats=lambda *a, **k: {}, memory_summary=lambda *a, **k: '',
        reset_peak_memory_stats=nothing, reset_max_memory_allocated=nothing, mem_get_info=lambda *a, **k:
        (64 << 30, 64 << 30), utilization=zero, is_bf16_supported=lambda *a, **k: True,
        get_device_name=lambda *a, **k: 'stand-in ' + S.name, get_device_properties=properties,
        get_device_capability=lambda *a, **k: (8, 0), Stream=_NoStream, Event=_NoStream,
        stream=lambda s=None: _NoStream(), current_stream=lambda *a, **k: _NoStream(),
        default_stream=lambda *a, **k: _NoStream(), set_stream=nothing, can_device_access_peer=lambda *a: True)
    for key, value in members.items():
        setattr(ns, key, value)
    for kind in ('Float', 'Double', 'Half', 'BFloat16', 'Long', 'Int', 'Short', 'Char', 'Byte', 'Bool'):
        setattr(ns, kind + 'Tensor', _TensorType(kind + 'Tensor', (), {'kind': kind}))
    ns.amp = types.ModuleType(module_name + '.amp')
    ns.amp.GradScaler, ns.amp.autocast = GradScaler, _NoCast
    ns.amp.custom_fwd = lambda f=None, **k: f if f else (lambda g: g)
    ns.amp.custom_bwd = lambda f: f
    ns.amp.grad_scaler = types.SimpleNamespace(GradScaler=GradScaler)
    ns.amp.autocast_mode = types.SimpleNamespace(autocast=_NoCast)
    ns.amp.common = types.SimpleNamespace(amp_definitely_not_available=lambda: False)
    ns.random = types.SimpleNamespace(manual_seed_all=nothing, manual_seed=members['manual_seed'],
                                      get_rng_state=members['get_rng_state'], set_rng_state=members['set_rng_state'])
    ns.memory = types.SimpleNamespace(memory_allocated=zero, max_memory_allocated=zero, empty_cache=nothing)
    ns.__all__ = list(members) + [k for k in dir(ns) if k.endswith('Tensor')]
    return ns


# torch.distributed

_in_objects = []


def _allowed(backend):
    backend = str(backend)
    if ':' in backend:
        return {part.split(':')[0] for part in backend.split(',')}
    return {S.name} if backend == S.backend else {'cpu'}


def _pg_backend(group):
    """The backend of a group, whatever the vendor's bridge reports."""
    if group in (None, dist.GroupMember.WORLD) and S.named_backend:
        return S.named_backend
    return _real_get_backend(group)


def _wrap_collective(name):
    real = getattr(c10d, name, None)
    if real is None:
        return

    @functools.wraps(real)
    def collective(*args, **kwargs):
        if not _in_objects and dist.is_initialized():
            group = kwargs.get('group') or next((a for a in args if isinstance(a, dist.ProcessGroup)), None)
            backend = _pg_backend(group)
            allowed = _allowed(backend)
            for t in [t for a in list(args) + list(kwargs.values()) for t in _tensors(a, 3)]:
                kind = 'cpu' if t._accel is None else S.name
                if kind not in allowed:
                    raise RuntimeError('No backend type associated with device type %s (%s, backend %s)' %
                                       (kind, name, backend))
            op = kwargs.get('op')
            if op is not None and op == dist.ReduceOp.AVG and str(backend) != 'gloo' and name == 'all_reduce':
                kwargs['op'] = dist.ReduceOp.SUM
                out = real(*args, **kwargs)
                tensor = args[0] if args else kwargs['tensor']
                tensor.data.div_(dist.get_world_size(group))
                return out
        return real(*args, **kwargs)

    setattr(c10d, name, collective)
    setattr(dist, name, collective)


def _wrap_objects(name):
    real = getattr(c10d, name, None)
    if real is None:
        return

    @functools.wraps(real)
    def objects(*args, **kwargs):
        _in_objects.append(1)
        try:
            return real(*args, **kwargs)
        finally:
            _in_objects.pop()

    setattr(c10d, name, objects)
    setattr(dist, name, objects)


def _to_card(obj, index):
    if isinstance(obj, torch.Tensor):
        return obj.to(AccelDevice(S.name, index))
    if isinstance(obj, (list, tuple)) and not hasattr(obj, '_fields'):
        return type(obj)(_to_card(o, index) for o in obj)
    if isinstance(obj, dict):
        return type(obj)((k, _to_card(v, index)) for k, v in obj.items())
    return obj


def _install_distributed():
    if not dist.is_available():
        return
    if S.backend and not hasattr(dist.Backend, S.backend.upper()):
        dist.Backend.register_backend(
            S.backend, lambda store, rank, size, timeout: dist.ProcessGroupGloo(store, rank, size, timeout=timeout))
    for name in ('all_reduce', 'broadcast', 'reduce', 'all_gather', 'gather', 'scatter', 'reduce_scatter', 'all_to_all',
                 'all_to_all_single', 'send', 'recv', 'isend', 'irecv', 'all_gather_into_tensor', '_all_gather_base',
                 'reduce_scatter_tensor', '_reduce_scatter_base'):
        _wrap_collective(name)
    for name in ('broadcast_object_list', 'all_gather_object', 'gather_object', 'scatter_object_list'):
        _wrap_objects(name)
    real_barrier = c10d.barrier

    @functools.wraps(real_barrier)
    def barrier(group=dist.GroupMember.WORLD, async_op=False, device_ids=None):
        if str(_pg_backend(None if group is dist.GroupMember.WORLD else group)) != 'gloo':
            device_ids = None  # Only NCCL's group accepts them; the vendors' packages accept them too.
        return real_barrier(group, async_op, device_ids)

    c10d.barrier = dist.barrier = barrier
    real_init, real_new = c10d.init_process_group, c10d.new_group

    def parts(backend):
        """'cpu:gloo,npu:hccl' is a form of torch 2; here one gloo group that takes both."""
        if isinstance(backend, str) and ':' in backend:
            for part in backend.split(','):
                if ':' not in part:
                    raise ValueError('Invalid device:backend pairing: ' + part)
                kind, name = part.split(':')
                if name != 'gloo' and name != S.backend:
                    dist.Backend(name)
                    raise RuntimeError('Distributed package doesn\'t have %s built in' % name.upper())
            return 'gloo', backend
        return backend, None

    @functools.wraps(real_init)
    def init_process_group(backend=None, *args, **kwargs):
        if backend is None:
            backend = 'cpu:gloo,%s:%s' % (S.name, S.backend)
        plain, named = parts(bridge_backend(backend))
        kwargs.pop('device_id', None)
        out = real_init(plain, *args, **kwargs)
        S.named_backend = named
        return out

    @functools.wraps(real_new)
    def new_group(ranks=None, timeout=c10d.default_pg_timeout, backend=None, *args, **kwargs):
        plain, _ = parts(bridge_backend(backend)) if backend else (None, None)
        return real_new(ranks, timeout, plain, *args, **kwargs)

    @functools.wraps(_real_get_backend)
    def get_backend(group=None):
        backend = _pg_backend(group)
        return S.reported_backend if S.reported_backend and backend == S.backend else backend

    for module in (c10d, dist):
        module.init_process_group, module.new_group, module.get_backend = init_process_group, new_group, get_backend

    ddp = sys.modules["torch.nn.parallel.distributed"]
    DDP = torch.nn.parallel.DistributedDataParallel
    real_ddp = DDP.__init__

    @functools.wraps(real_ddp)
    def __init__(self, module, device_ids=None, output_device=None, *args, **kwargs):
        if S.drop_device_ids:
            device_ids = output_device = None
        if device_ids is not None:
            device_ids = [resolve(d) if resolve(d) is not None else d for d in device_ids]
        if output_device is not None and resolve(output_device) is not None:
            output_device = resolve(output_device)
        kinds = {'cpu' if p._accel is None else S.name for p in module.parameters()}
        if dist.is_initialized() and len(kinds) == 1:
            group = kwargs.get('process_group')
            backend = _pg_backend(group)
            harmful = kinds == {'cpu'} and (device_ids or output_device is not None)
            if not harmful and not kinds <= _allowed(backend):
                raise RuntimeError(
                    'No backend type associated with device type %s (DistributedDataParallel, backend %s)' %
                    (kinds.pop(), backend))
        return real_ddp(self, module, device_ids, output_device, *args, **kwargs)

    DDP.__init__ = __init__

    ddp._to_kwargs = lambda inputs, kwargs, index, side_stream: ([_to_card(tuple(inputs), index)],
                                                                 [_to_card(dict(kwargs), index)])


def bridge_backend(backend):
    if S.bridge and isinstance(backend, str) and 'nccl' in backend.lower():
        backend = backend.lower().replace('nccl', S.backend).replace('cuda', S.name)
    return backend


def _install_data_parallel():
    """torch.nn.DataParallel: all work is done on the first card. More than one card raises where the vendor cannot
    scatter."""
    DP = torch.nn.DataParallel
    real = DP.__init__

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        real(self, module, None, None, dim)
        self.device_ids = [resolve(d, True) if resolve(d, True) is not None else d
                           for d in device_ids] if device_ids is not None else list(range(S.count))
        self.module, self.dim = module, dim
        if len(self.device_ids) == 1:
            module.to(AccelDevice(S.name, self.device_ids[0]))

    def forward(self, *inputs, **kwargs):
        first = self.device_ids[0]
        for t in list(self.module.parameters()) + list(self.module.buffers()):
            if t._accel != first:
                raise RuntimeError(
                    'module must have its parameters and buffers on device %s:%d (device_ids[0]) but found one of '
                    'them on device: %s'
                    % (S.name, first, _where(t)))
        if len(self.device_ids) > 1 and not S.data_parallel:
            raise AttributeError("module 'torch._C' has no attribute '_scatter' (DataParallel on %s)" % S.name)
        return self.module(*_to_card(inputs, first), **_to_card(kwargs, first))

    DP.__init__, DP.forward = __init__, forward


# putting it together


def install(name, backend, module_name, sync_bn=True, numbers=True, data_parallel=True):
    """Called once, by the vendor's package. Returns the module that is torch.<name> from now on."""
    if S.name:
        raise RuntimeError('two accelerators cannot be used at the same time: %s and %s' % (S.name, name))
    S.name, S.backend, S.sync_bn, S.numbers, S.data_parallel = name, backend, sync_bn, numbers, data_parallel
    torch.device = device
    ns = _namespace(module_name)
    setattr(torch, name, ns)
    for suffix, module in (('', ns), ('.amp', ns.amp)):
        sys.modules[module_name + suffix] = module
        sys.modules['torch.' + name + suffix] = module

    def tensor_method(self, dev=None, non_blocking=False, **kw):
        return self.to(AccelDevice(name, _index_of(dev) if dev is not None else S.current), non_blocking=non_blocking)

    def module_method(self, dev=None):
        index = _index_of(dev) if dev is not None else S.current
        return self._apply(lambda t: t.to(AccelDevice(name, index)))

    S.tensor_method, S.module_method = tensor_method, module_method
    setattr(torch.Tensor, name, tensor_method)
    setattr(torch.nn.Module, name, module_method)
    setattr(torch.Tensor, 'is_' + name, property(lambda t: t._accel is not None))
    torch.autocast = torch.amp.autocast = torch.amp.autocast_mode.autocast = autocast

    torch.Tensor.record_stream = lambda self, stream: None
    legacy = torch._C._LegacyVariableBase.__new__

    def variable(cls, data=None, *args, **kwargs):
        out = legacy(cls, data, *args, **kwargs)
        out._accel = getattr(data, '_accel', None)
        return out

    torch.autograd.Variable.__new__ = staticmethod(variable)
    new = torch.nn.Parameter.__new__

    def parameter(cls, data=None, requires_grad=True):
        out = new(cls, data, requires_grad)
        if data is not None:
            out._accel = data._accel
        return out

    torch.nn.Parameter.__new__ = parameter

    real_load = torch.load

    @functools.wraps(real_load)
    def load(f, map_location=None, *args, **kwargs):
        index = resolve(map_location) if not isinstance(map_location, dict) else None
        if index is not None:
            return mark(real_load(f, 'cpu', *args, **kwargs), index)
        out = real_load(f, map_location, *args, **kwargs)
        if map_location is not None and str(map_location).startswith('cpu'):
            mark(out, None)
        return out

    torch.load = load

    real_loader = torch.utils.data.DataLoader.__init__

    @functools.wraps(real_loader)
    def loader(self, *args, **kwargs):
        if kwargs.get('pin_memory'):
            kwargs['pin_memory'] = False
        kwargs.pop('pin_memory_device', None)
        return real_loader(self, *args, **kwargs)

    torch.utils.data.DataLoader.__init__ = loader

    class Generator(torch._C.Generator):
        def __new__(cls, device='cpu'):
            return super().__new__(cls, 'cpu' if resolve(device) is not None else device)

    torch.Generator = Generator

    real_sync = torch.nn.SyncBatchNorm.forward

    def sync_forward(self, input):
        if input._accel is None:
            return real_sync(self, input)
        if not S.sync_bn:
            raise NotImplementedError("Could not run 'aten::batch_norm_stats' with arguments from the '%s' backend" %
                                      S.name)
        return torch.nn.functional.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias,
                                              self.training, self.momentum or 0.1, self.eps)

    torch.nn.SyncBatchNorm.forward = sync_forward
    _install_distributed()
    _install_data_parallel()
    S.mode = _Mode()
    S.mode.__enter__()
    return ns


def bridge(keep_available=False, ctor=False, not_bridged=(), drop_device_ids=False, scaler_off=False, reported=None):
    """Does what the vendors' migration modules have in common: torch.cuda becomes torch.<name>, 'cuda' the card, and
    'nccl' the vendor's library."""
    ns = getattr(torch, S.name)
    S.bridge, S.ctor, S.not_bridged, S.drop_device_ids = True, ctor, tuple(not_bridged), drop_device_ids
    GradScaler.forced_off = scaler_off
    S.reported_backend = reported
    import torch.cuda.amp as _  # noqa: F401
    for key in ns.__all__:
        if not (keep_available and key == 'is_available'):
            setattr(torch.cuda, key, getattr(ns, key))
    for key in ('GradScaler', 'autocast', 'custom_fwd', 'custom_bwd'):
        setattr(torch.cuda.amp, key, getattr(ns.amp, key))
    torch.cuda.amp.grad_scaler.GradScaler = GradScaler
    torch.cuda.amp.autocast_mode.autocast = _NoCast
    torch.cuda.amp.common.amp_definitely_not_available = lambda: False
    torch.cuda._lazy_init = lambda: None
    torch.Tensor.cuda = S.tensor_method
    torch.nn.Module.cuda = S.module_method
    torch.jit.script = lambda obj, *a, **k: obj
    dist.is_nccl_available = lambda: True
    torch.backends.cudnn.is_available = lambda: False
