"""What is tried on a PyTorch without CUDA, as code. `public()` adds every public function of torch.cuda that a build
has.

Each piece of code runs in a process of its own that knows torch, nn, dist and the helpers of probe.py; those of GLOO
run on two ranks of a gloo group, those of GROUPS on two ranks without a group. What is tried is what the code says: a
rule about `.to('cuda')` looks up `torch.zeros(3).to('cuda')`."""

import importlib
import inspect

import torch

MODULES = ('torch.cuda', 'torch.cuda.amp', 'torch.cuda.nvtx', 'torch.cuda.comm', 'torch.cuda.memory',
           'torch.cuda.random', 'torch.cuda.streams', 'torch.cuda.graphs', 'torch.cuda.profiler', 'torch.cuda.nccl')

# No call of theirs is a step of a training script: types of errors, and what only PyTorch itself uses.
NO_CALLS = {'AcceleratorError', 'CudaError', 'DeferredCudaCallError', 'OutOfMemoryError', 'StreamContext',
            'check_error', 'classproperty', 'cudaStatus', 'amp_definitely_not_available', 'CUDAPluggableAllocator',
            'GreenContext',
            'change_current_allocator', 'use_mem_pool', 'export_dot', 'export_graph_data', 'get_stream_from_external',
            'ExternalStream', 'init_rank', 'profile', 'SMPartition'}
NO_CALL_PREFIXES = ('register_graph_',)

# How a function is called that cannot be called without arguments, or whose plain call says nothing.
ARGUMENTS = {
    'torch.cuda.amp.custom_bwd': '(print)',
    'torch.cuda.amp.custom_fwd': '(print)',
    'torch.cuda.caching_allocator_alloc': '(8)',
    'torch.cuda.caching_allocator_delete': '(0)',
    'torch.cuda.can_device_access_peer': '(0, 1)',
    'torch.cuda.comm.broadcast': '(torch.zeros(3), [0])',
    'torch.cuda.comm.broadcast_coalesced': '([torch.zeros(3)], [0])',
    'torch.cuda.comm.gather': '([torch.zeros(3)])',
    'torch.cuda.comm.reduce_add': '([torch.zeros(3)])',
    'torch.cuda.comm.reduce_add_coalesced': '([[torch.zeros(3)]])',
    'torch.cuda.comm.scatter': '(torch.zeros(4), [0])',
    'torch.cuda.get_device_properties': '(0)',
    'torch.cuda.make_graphed_callables': '(nn.Linear(4, 1), (torch.zeros(2, 4),))',
    'torch.cuda.manual_seed': '(0)',
    'torch.cuda.manual_seed_all': '(0)',
    'torch.cuda.nccl.all_gather': '([torch.zeros(3)], [torch.zeros(3)])',
    'torch.cuda.nccl.all_reduce': '([torch.zeros(3)])',
    'torch.cuda.nccl.broadcast': '([torch.zeros(3)])',
    'torch.cuda.nccl.is_available': '([torch.zeros(3)])',
    'torch.cuda.nccl.reduce': '([torch.zeros(3)], torch.zeros(3))',
    'torch.cuda.nccl.reduce_scatter': '([torch.zeros(3)], [torch.zeros(3)])',
    'torch.cuda.nvtx.mark': "('step')",
    'torch.cuda.nvtx.range_end': '(0)',
    'torch.cuda.nvtx.range_push': "('step')",
    'torch.cuda.nvtx.range_start': "('step')",
    'torch.cuda.profiler.init': "('profile.txt')",
    'torch.cuda.set_device': '(0)',
    'torch.cuda.set_per_process_memory_fraction': '(0.5)',
    'torch.cuda.set_rng_state': '(torch.get_rng_state())',
    'torch.cuda.set_rng_state_all': '([torch.get_rng_state()])',
    'torch.cuda.set_stream': '(None)',
    'torch.cuda.set_sync_debug_mode': "('warn')",
}

# What acts when it is entered.
ENTERED = {
    'torch.cuda.amp.autocast': '()',
    'torch.cuda.caching_allocator_disabled': '()',
    'torch.cuda.device': '(0)',
    'torch.cuda.device_of': '(torch.zeros(3))',
    'torch.cuda.graph': '(None)',
    'torch.cuda.nvtx.range': "('step')",
    'torch.cuda.stream': '(None)',
}

# Code that says more than one call of a function, under the name that a rule has for it.
CALLS = {
    'torch.cuda.set_device': ("torch.cuda.set_device('cuda:0')", "torch.cuda.set_device(torch.device('cuda', 0))",
                              "torch.cuda.set_device('cpu')", 'torch.cuda.set_device(-1)'),
    'torch.cuda.synchronize': ('torch.cuda.synchronize(0)', "torch.cuda.synchronize('cpu')"),
    'torch.cuda.device': ('torch.cuda.device(0)', 'with torch.cuda.device(-1): pass'),
    'torch.cuda.get_device_name': ('torch.cuda.get_device_name(0)',),
    'torch.cuda.get_device_capability': ('torch.cuda.get_device_capability(0)',),
    'torch.cuda.memory_allocated': ('torch.cuda.memory_allocated(0)',),
    'torch.cuda.max_memory_allocated': ('torch.cuda.max_memory_allocated(0)',),
    'torch.cuda.memory_reserved': ('torch.cuda.memory_reserved(0)',),
    'torch.cuda.reset_peak_memory_stats': ('torch.cuda.reset_peak_memory_stats(0)',),
    'torch.cuda.stream': ('with torch.cuda.stream(torch.cuda.Stream()): pass',),
    'torch.cuda.Event': ('torch.cuda.Event(enable_timing=True)', 'torch.cuda.Event().record()',
                         'torch.cuda.Event().synchronize()'),
    'torch.cuda.amp.autocast': ('with torch.cuda.amp.autocast(enabled=False): pass',
                                'with torch.cuda.amp.autocast(): nn.Linear(4, 1)(torch.zeros(2, 4)).sum().backward()'),
    'torch.cuda.amp.GradScaler': ('torch.cuda.amp.GradScaler(enabled=False)', 'scaled(torch.cuda.amp.GradScaler())',
                                  'scaled(torch.cuda.amp.GradScaler(enabled=False))'),
    'torch.amp.GradScaler': ("torch.amp.GradScaler('cuda')", 'torch.amp.GradScaler()', "torch.amp.GradScaler('cpu')",
                             "scaled(torch.amp.GradScaler('cuda'))"),
    'torch.autocast': ("with torch.autocast('cuda'): pass", "with torch.autocast('cuda', dtype=torch.float16): pass",
                       "with torch.autocast('cuda', enabled=False): pass",
                       "with torch.autocast('cuda', dtype=torch.bfloat16): pass",
                       "with torch.autocast('cpu', dtype=torch.bfloat16): pass",
                       "with torch.autocast('cuda'): nn.Linear(4, 1)(torch.zeros(2, 4)).sum().backward()"),
    '*.cuda': ('torch.zeros(3).cuda()', 'torch.zeros(3).cuda(0)', "torch.zeros(3).cuda('cuda:0')",
               'torch.zeros(3).cuda(non_blocking=True)', 'nn.Linear(4, 1).cuda()', 'nn.Linear(4, 1).cuda(0)',
               'nn.CrossEntropyLoss(weight=torch.ones(3)).cuda()', 'nn.Sequential(nn.ReLU()).cuda()',
               'nn.LSTM(4, 4).cuda()',
               'torch.zeros(3).storage().cuda()'),
    '*.to': ("torch.zeros(3).to('cuda')", "torch.zeros(3).to('cuda:0')", 'torch.zeros(3).to(0)',
             "torch.zeros(3).to(device='cuda')", "torch.zeros(3).to(torch.device('cuda'))",
             "torch.zeros(3).to('cuda', non_blocking=True)", "nn.Linear(4, 1).to('cuda')", 'nn.Linear(4, 1).to(0)',
             "nn.Linear(4, 1).to(torch.device('cuda', 0))", "nn.ReLU().to('cuda')"),
    'torch.device': ("torch.device('cuda')", "torch.device('cuda:0')", "torch.device('cuda', 0)", 'torch.device(0)',
                     "with torch.device('cuda'): torch.zeros(3)"),
    'device=': ("torch.zeros(3, device='cuda')", "torch.ones(3, device='cuda:0')", 'torch.empty(3, device=0)',
                "torch.randn(3, device=torch.device('cuda'))", "torch.tensor([1.0], device='cuda')",
                "torch.arange(3, device='cuda')", "torch.randperm(3, device='cuda')",
                "torch.full((3,), 1, device='cuda')",
                "torch.as_tensor([1.0], device='cuda')", "torch.zeros_like(torch.zeros(3), device='cuda')",
                "torch.zeros(3).new_zeros(3, device='cuda')", "torch.from_numpy(numpy.zeros(3)).to(device='cuda')",
                "nn.Linear(4, 1, device='cuda')", "torch.Generator(device='cuda')", "torch.Generator('cuda')"),
    'torch.cuda.FloatTensor': ('torch.cuda.FloatTensor(3)', 'torch.cuda.FloatTensor([1.0])'),
    '*.type': ("torch.zeros(3).type('torch.cuda.FloatTensor')", 'torch.zeros(3).type(torch.cuda.FloatTensor)'),
    'torch.load': ("torch.load(saved(), map_location='cuda')", "torch.load(saved(), map_location='cuda:0')",
                   "torch.load(saved(), map_location=torch.device('cuda'))",
                   "torch.load(saved(), map_location={'cpu': 'cuda:0'})",
                   'torch.load(saved(), map_location=lambda storage, place: storage.cuda())',
                   "torch.load(saved(), map_location='cpu')", 'torch.load(saved())'),
    '*.pin_memory': ('torch.zeros(3).pin_memory()', 'torch.zeros(3).is_pinned()'),
    'pin_memory=': ('torch.zeros(3, pin_memory=True)', 'torch.empty(3, pin_memory=True)', 'loaded(pin_memory=True)',
                    'loaded(pin_memory=True, num_workers=1)', "loaded(pin_memory=True, pin_memory_device='cuda')"),
    'torch.set_default_tensor_type': ("torch.set_default_tensor_type('torch.cuda.FloatTensor')",
                                      'torch.set_default_tensor_type(torch.cuda.FloatTensor)',
                                      "torch.set_default_tensor_type('torch.cuda.FloatTensor'); torch.zeros(3)"),
    'torch.set_default_device': ("torch.set_default_device('cuda')", "torch.set_default_device('cuda'); torch.zeros(3)",
                                 "torch.set_default_device('cpu')"),
    'torch.nn.DataParallel': ('nn.DataParallel(nn.Linear(4, 1))', 'nn.DataParallel(nn.Linear(4, 1))(torch.zeros(2, 4))',
                              'nn.DataParallel(nn.Linear(4, 1), device_ids=[0])',
                              'nn.DataParallel(nn.Linear(4, 1), device_ids=[0])(torch.zeros(2, 4))',
                              'nn.DataParallel(nn.Linear(4, 1), device_ids=[0, 1])(torch.zeros(2, 4))',
                              'nn.DataParallel(nn.Linear(4, 1)).cuda()', 'nn.DataParallel(nn.Linear(4, 1).cuda())',
                              'nn.parallel.data_parallel(nn.Linear(4, 1), torch.zeros(2, 4))'),
    'torch.nn.SyncBatchNorm': ('nn.SyncBatchNorm(4)', 'nn.SyncBatchNorm(4)(torch.randn(2, 4))',
                               'nn.SyncBatchNorm(4).eval()(torch.randn(2, 4))',
                               'nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm1d(4))'),
    'torch.backends': ('torch.backends.cudnn.benchmark = True', 'torch.backends.cudnn.deterministic = True',
                       'torch.backends.cudnn.enabled = False', 'torch.backends.cudnn.allow_tf32 = True',
                       'torch.backends.cudnn.version()', 'torch.backends.cudnn.is_available()',
                       'with torch.backends.cudnn.flags(enabled=False): pass',
                       'torch.backends.cuda.matmul.allow_tf32 = True', 'torch.backends.cuda.is_built()',
                       'torch.backends.cuda.cufft_plan_cache.clear()', 'torch.backends.cuda.cufft_plan_cache.size',
                       "torch.set_float32_matmul_precision('high')", 'torch.use_deterministic_algorithms(True)'),
    'torch.random': ('torch.manual_seed(0)', 'with torch.random.fork_rng(): torch.rand(1)',
                     'with torch.random.fork_rng(devices=[0]): torch.rand(1)'),
    'torch.profiler': ('with torch.autograd.profiler.emit_nvtx(): torch.zeros(3) + 1',
                       'with torch.autograd.profiler.profile(use_cuda=True): torch.zeros(3) + 1',
                       'with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]): '
                       'torch.zeros(3) + 1'),
    'torch.utils.checkpoint.checkpoint': (
        'torch.utils.checkpoint.checkpoint(nn.Linear(4, 1), torch.zeros(2, 4).requires_grad_())',),
    'torch.distributed.is_nccl_available': ('dist.is_nccl_available()',),
}

# How groups are made; each on two ranks that have what torchrun tells them in the environment.
GROUPS = (
    'dist.init_process_group()',
    "dist.init_process_group('gloo')",
    "dist.init_process_group('nccl')",
    "dist.init_process_group(backend='nccl', init_method='env://')",
    'dist.init_process_group(dist.Backend.NCCL)',
    "dist.init_process_group('mpi')",
    "dist.init_process_group('ucc')",
    "dist.init_process_group('eccl')",
    "dist.init_process_group('cpu:gloo,cuda:nccl')",
    "dist.init_process_group('cpu:gloo,cuda:nccl'); dist.all_reduce(ones())",
    'dist.init_process_group(); dist.all_reduce(ones())',
    'dist.init_process_group(); dist.barrier()',
    'dist.init_process_group(); stepped(nn.parallel.DistributedDataParallel(nn.Linear(4, 1)), torch.zeros(2, 4))',
    "dist.init_process_group('nccl'); dist.all_reduce(ones())",
    "dist.init_process_group('nccl'); dist.barrier()",
    "dist.init_process_group('gloo'); dist.init_process_group('gloo')",
    "dist.init_process_group('gloo', device_id=torch.device('cuda', 0))",
)

OPERATIONS = ('SUM', 'AVG', 'PRODUCT', 'MIN', 'MAX', 'BAND', 'BOR', 'BXOR')
TYPES = ('half', 'bfloat16', 'double', 'uint8', 'int64', 'bool', 'complex64')

# On each of two ranks of a gloo group; `rank` is its number, `ones()` a tensor, `pair()` a list of two.
GLOO = (
    *(f'dist.all_reduce(ones(), op=dist.ReduceOp.{name})' for name in OPERATIONS),
    *(f'dist.all_reduce(ones(torch.int64), op=dist.ReduceOp.{name})' for name in ('AVG', 'BAND', 'BOR', 'BXOR')),
    'dist.all_reduce(ones(), op=dist._make_nccl_premul_sum(2.0))',
    'dist.reduce(ones(), 0, op=dist.ReduceOp.AVG)',
    'dist.reduce_scatter(ones(), pair(), op=dist.ReduceOp.AVG)',
    *(f'dist.all_reduce(ones(torch.{name}))' for name in TYPES),
    *(f'dist.broadcast(ones(torch.{name}), 0)' for name in TYPES),
    *(f'dist.all_gather(pair(torch.{name}), ones(torch.{name}))' for name in TYPES),
    'dist.all_reduce(ones(), async_op=True).wait()',
    "dist.all_reduce(torch.ones(3, device='cuda'))",
    'dist.all_reduce(ones().to_sparse())',
    'dist.all_reduce_coalesced(pair())',
    'dist.broadcast(ones(), 0)',
    'dist.reduce(ones(), 0)',
    'dist.all_gather(pair(), ones())',
    'dist.all_gather([torch.zeros(1), torch.zeros(2)], torch.ones(rank + 1))',
    'dist.all_gather_coalesced([pair(), pair()], pair())',
    'dist.all_gather_into_tensor(torch.zeros(8), ones())',
    'dist._all_gather_base(torch.zeros(8), ones())',
    'dist.all_gather_object([None, None], rank)',
    'dist.gather(ones(), pair() if rank == 0 else None)',
    'dist.gather_object(rank, [None, None] if rank == 0 else None)',
    'dist.scatter(ones(), pair() if rank == 0 else None)',
    'dist.scatter_object_list([None], [1, 2])',
    'dist.reduce_scatter(ones(), pair())',
    'dist.reduce_scatter_tensor(ones(), torch.ones(8))',
    'dist._reduce_scatter_base(ones(), torch.ones(8))',
    'dist.all_to_all(pair(), pair())',
    'dist.all_to_all_single(torch.zeros(4), ones())',
    'dist.all_to_all_single(torch.zeros(4), ones(), [2, 2], [2, 2])',
    'dist.send(ones(), 1) if rank == 0 else dist.recv(ones(), 0)',
    'dist.isend(ones(), 1).wait() if rank == 0 else dist.irecv(ones(), 0).wait()',
    'dist.send(ones(), 1) if rank == 0 else dist.recv(ones())',
    '[one.wait() for one in dist.batch_isend_irecv([dist.P2POp(dist.isend, ones(), 1 - rank), '
    'dist.P2POp(dist.irecv, ones(), 1 - rank)])]',
    'dist.broadcast_object_list([rank], 0)',
    "dist.broadcast_object_list([rank], 0, device=torch.device('cuda'))",
    'dist.barrier()',
    'dist.barrier(async_op=True).wait()',
    'dist.barrier(device_ids=[0])',
    'dist.barrier(device_ids=[rank])',
    'dist.monitored_barrier()',
    'dist.new_group([0, 1])',
    "dist.new_group(backend='gloo')",
    "dist.new_group(backend='nccl')",
    "dist.all_reduce(ones(), group=dist.new_group(backend='nccl'))",
    'dist.new_subgroups(1)',
    'dist.new_subgroups()',
    'stepped(nn.parallel.DistributedDataParallel(nn.Linear(4, 1)), torch.zeros(2, 4))',
    'nn.parallel.DistributedDataParallel(nn.Linear(4, 1), device_ids=[0])',
    'nn.parallel.DistributedDataParallel(nn.Linear(4, 1), device_ids=[rank], output_device=rank)',
    'nn.parallel.DistributedDataParallel(nn.Linear(4, 1), device_ids=None)',
    'nn.parallel.DistributedDataParallel(nn.Linear(4, 1), device_ids=[])',
    'nn.parallel.DistributedDataParallel(nn.Linear(4, 1), output_device=rank)',
    'stepped(nn.parallel.DistributedDataParallel(nn.Linear(4, 1).bfloat16()), torch.zeros(2, 4).bfloat16())',
    'stepped(nn.parallel.DistributedDataParallel(nn.Linear(4, 1), find_unused_parameters=True), torch.zeros(2, 4))',
    'nn.parallel.DistributedDataParallel(nn.ReLU())',
    'hooked("fp16_compress_hook")',
    'hooked("bf16_compress_hook")',
    'nn.SyncBatchNorm(4)(torch.randn(2, 4))',
    'stepped(nn.parallel.DistributedDataParallel(nn.SyncBatchNorm(4)), torch.randn(2, 4))',
    'sharded_optimizer()',
    'torch.distributed.nn.functional.all_gather(ones())',
    'torch.distributed.nn.functional.all_reduce(ones())',
)


def takes_nothing(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return not any(one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
                   for one in parameters)


def public():
    """(name, code) for each public function of this build's torch.cuda, under the first name that it has there."""
    seen, found = set(), []
    for path in MODULES:
        module = importlib.import_module(path)
        for word in sorted(vars(module)):
            function, name = getattr(module, word), f'{path}.{word}'
            home = getattr(function, '__module__', None) or ''
            if word.startswith(('_', *NO_CALL_PREFIXES)) or word in NO_CALLS or not callable(function):
                continue
            homes = ('torch.cuda', 'torch.nn.parallel') if path == 'torch.cuda.comm' else 'torch.cuda'
            if not home.startswith(homes):
                continue
            if id(function) in seen:
                continue
            seen.add(id(function))
            if name in ENTERED:
                found.append((name, f'with {name}{ENTERED[name]}: pass'))
            elif name in ARGUMENTS:
                found.append((name, name + ARGUMENTS[name]))
            elif takes_nothing(function):
                found.append((name, f'{name}()'))
            else:
                signature = inspect.signature(function)
                raise SystemExit(f'tests/torch/calls.py: say in ARGUMENTS how {name}{signature} is called')
    return found


def modules():
    """(name, code) for each module of torch.nn that is made without arguments, moved: what has no parameters does not
    raise."""
    kinds = (kind for word, kind in sorted(vars(torch.nn).items())
             if inspect.isclass(kind) and issubclass(kind, torch.nn.Module) and takes_nothing(kind)
             and kind is not torch.nn.Module and not issubclass(kind, torch.nn.RNNBase))
    return [('*.cuda', f'nn.{kind.__name__}().cuda()') for kind in kinds]


def without_cuda():
    found = public() + modules()
    return found + [(name, code) for name, codes in CALLS.items() for code in codes if (name, code) not in found]
