"""The parts of the programs that composed_maker.py puts together, as people write them. A part is a list of lines in
which `$name` is a variable of the program. `self.faults` names the parts that are to be written in a way that may fail
on a host without CUDA, or train wrong; whether they do depends on the rest.
"""

import re

import choices

OPTION = re.compile(r'<(\w+)=(True|False)>')


def under(head, lines):
    return [head, *('    ' + line for line in lines)]


class Parts(choices.Choices):

    def pick(self, dim, right, faulty):
        """One of the forms of a part; each is a list of lines, or a text without line ends."""
        return self.one_of(*(faulty if dim in self.faults else right))

    # --- Conditions ---

    def asks_for_cuda(self, dim):
        """An expression that is false without CUDA, or one that looks like it."""
        true = ["not " + self.wrapped_option('no_cuda', False, dim), self.wrapped_option('use_cuda', True, dim),
                "hasattr(torch, 'cuda')", 'torch.cuda.is_available', 'True', "os.environ.get('FORCE_CPU') is None"]
        if 'world' in self.have:
            true += ['$world >= 1', '$local_rank >= 0']
        false = ['torch.cuda.is_available()'] * 3 + ['torch.cuda.device_count() > 0', 'torch.cuda.device_count() >= 1',
                                                     self.wrapped_option('use_cuda', False, dim), 'self_cuda',
                                                     self.wrapped_option('gpu_ok', True, dim)
                                                     + ' and torch.cuda.is_available()']
        if 'device' in self.have:
            false += ["torch.device($device).type == 'cuda'", "'cuda' in str($device)", "str($device) != 'cpu'"]
        expression = self.pick(dim, false, true)
        if expression == 'self_cuda':
            return self.called(self.one_of('has_cuda', 'on_gpu', 'cuda_ready'), [], 'torch.cuda.is_available()',
                               start=self.one_of(2, 3))
        return expression

    def wrapped_option(self, name, value, dim):
        """An option by this name of its own for each part, so that one part does not set that of another."""
        return f'<{name}_{dim}={value}>'

    def settled(self, text):
        """The text with the options that it asks for."""
        while '<' in text and (found := OPTION.search(text)):
            value = found[2] == 'True'
            text = text.replace(found[0], self.option(found[1], value, [not value]))
        return text

    def condition(self, dim):
        return self.settled(self.asks_for_cuda(dim))

    # --- Start ---

    def guard(self):
        right = [
            [], [], [],
            under('if not torch.cuda.is_available():', ["print('no GPU, training on the CPU')"]),
            under('if torch.cuda.is_available():', ['torch.backends.cudnn.benchmark = True']),
            under('try:', ['print(torch.cuda.get_device_name(0))']) + under(
                'except (AssertionError, RuntimeError):', ["print('no card')"]),
            under(f"if {self.settled('<require_gpu=False>')}:", ['assert torch.cuda.is_available()']),
            under('for index in range(torch.cuda.device_count()):', ['print(torch.cuda.get_device_name(index))'])]
        faulty = [
            ["assert torch.cuda.is_available(), 'this needs a GPU'"],
            under('if not torch.cuda.is_available():', ["raise RuntimeError('CUDA is not available')"]),
            under('if not torch.cuda.is_available():', ["print('no GPU, nothing to do')", 'sys.exit(0)']),
            under('if torch.cuda.device_count() < 1:', ["sys.exit('at least one GPU')"]),
            ['print(torch.cuda.get_device_name(0))'], ['torch.cuda.init()'],
            under('try:', ['torch.cuda.current_device()']) + under('except AssertionError:', ['raise SystemExit(1)']),
            under(f"if {self.settled('<require_gpu=True>')}:", ['assert torch.cuda.is_available()']),
            ["torch.set_default_tensor_type('torch.cuda.FloatTensor')"],
            ['props = torch.cuda.get_device_properties(0)', 'print(props.name)']]
        return self.pick('guard', right, faulty)

    def backend(self):
        right = ["'gloo'", "'gloo'", "'nccl' if torch.cuda.is_available() else 'gloo'", "'GLOO'.lower()",
                 "{True: 'nccl', False: 'gloo'}[torch.cuda.is_available()]",
                 "('gloo', 'nccl')[int(torch.cuda.is_available())]", 'dist.Backend.GLOO',
                 f"'nccl' if {self.condition('group')} else 'gloo'", 'option', 'helper', 'table']
        faulty = ["'nccl'", "'nccl'", f"'nccl' if {self.condition('group')} else 'gloo'", 'option', 'option', 'helper',
                  'dist.Backend.NCCL', "os.environ.get('DIST_BACKEND', 'nccl')", 'table']
        form = self.pick('group', right, faulty)
        if form == 'option':
            return self.value('backend', 'gloo', 'nccl', 'group')
        if form == 'helper':
            result = self.pick('group', ["'nccl' if torch.cuda.is_available() else 'gloo'", "'gloo'"], ["'nccl'"])
            return self.called(self.one_of('get_backend', 'default_backend'), [], result, start=self.one_of(2, 3))
        if form == 'table':
            device = self.value('platform', 'cpu', 'gpu', 'group')
            return f"dict(gpu='nccl', cpu='gloo')[{device}]"
        return form

    def group(self):
        """Reads the ranks and makes the process group."""
        if self.ranks == 'single':
            return []
        reads, early = self.read_ranks()
        backend = self.backend()
        more = self.one_of('', '', ", init_method='env://'", ', timeout=datetime.timedelta(minutes=5)')
        if early or self.ranks == 'spawn':
            more = self.one_of(more, ', rank=$rank, world_size=$world')
        if self.ranks == 'spawn':
            more = ', rank=$rank, world_size=$world' + self.one_of(
                '', f", init_method='tcp://127.0.0.1:{10000 + self.seed % 9000}'", ", init_method='env://'")
        call = self.one_of(f'dist.init_process_group({backend}{more})',
                           f'dist.init_process_group(backend={backend}{more})')
        init = self.initialized(call, early)
        after = self.one_of([], [], [], ['dist.barrier()'], under('if dist.is_initialized():', ['dist.barrier()']))
        lines = [*reads, *init, *after] if early else [*init, *reads, *after]
        return [*self.address(), *lines]

    def address(self):
        if self.ranks != 'spawn':
            return []
        return [self.one_of("os.environ['MASTER_ADDR'] = 'localhost'",
                            "os.environ.setdefault('MASTER_ADDR', '127.0.0.1')"),
                self.one_of(f"os.environ['MASTER_PORT'] = '{10000 + self.seed % 9000}'",
                            f"os.environ.setdefault('MASTER_PORT', '{10000 + self.seed % 9000}')")]

    def read_ranks(self):
        """(the lines that read them, whether that can be done before the group is made)"""
        if self.ranks == 'spawn':
            return self.one_of(['$rank = $local_rank'], ['$rank = 0 * $world + $local_rank']), True
        local = self.one_of("int(os.environ['LOCAL_RANK'])", "int(os.environ.get('LOCAL_RANK', 0))",
                            "int(os.getenv('LOCAL_RANK', '0'))")
        if self.ranks == 'launch' and self.chance(0.85):
            local = self.option('local_rank', self.one_of(0, 0, -1))
        if self.chance(0.35):
            lines = ['$rank = dist.get_rank()', '$world = dist.get_world_size()']
            return lines + [self.one_of(f'$local_rank = {local}', f'$local_rank = {local}', self.pick('card', [
                '$local_rank = $rank % max(1, torch.cuda.device_count())'], [
                '$local_rank = $rank % torch.cuda.device_count()']))], False
        plain = ["$rank = int(os.environ['RANK'])", "$world = int(os.environ['WORLD_SIZE'])", f'$local_rank = {local}']
        form = self.random.randrange(4)
        if form == 0:
            return (under("if 'RANK' in os.environ and 'WORLD_SIZE' in os.environ:", plain) + under(
                "elif 'SLURM_PROCID' in os.environ:", ["$rank = int(os.environ['SLURM_PROCID'])", '$local_rank = $rank',
                                                       "$world = int(os.environ['SLURM_NTASKS'])"])
                + under('else:', ['$rank = 0', '$world = 1', '$local_rank = 0'])), True
        if form == 1:
            return [f"$rank, $world = int(os.environ.get('RANK', 0)), int(os.environ.get('WORLD_SIZE', 1))",
                    f'$local_rank = {local}'], True
        self.random.shuffle(plain)
        return plain, True

    def initialized(self, call, early):
        nothing = ["print('starting')"]
        right = [[call]] * 4 + [under('if not dist.is_initialized():', [call]),
                                under('if dist.is_available() and not dist.is_initialized():', [call]),
                                under('try:', ["dist.init_process_group('nccl')"]) + under(
                                    'except (RuntimeError, ValueError):', ["dist.init_process_group('gloo')"])]
        faulty = [[call]] * 6 + [nothing, under('if torch.cuda.device_count() > 1:', [call])]
        option = self.settled('<distributed=True>')
        if early:
            right += [under('if $world > 1:', [call]), under(f'if {option}:', [call])]
            faulty += [under('if torch.cuda.is_available() and $world > 1:', [call]), under(
                f"if {self.settled('<multi_gpu=False>')}:", [call]), nothing]
        if early and self.ranks != 'spawn':
            right.append(under("if int(os.environ.get('WORLD_SIZE', 1)) > 1:", [call]))
        lines = self.pick('group', right, faulty)
        if self.ranks == 'spawn' and "dist.init_process_group('nccl')" in '\n'.join(lines):
            return [call]
        return lines

    def card(self):
        if self.ranks == 'single':
            call = self.one_of('torch.cuda.set_device(0)', 'torch.cuda.manual_seed_all(0)')
        else:
            call = self.one_of('torch.cuda.set_device($local_rank)', 'torch.cuda.set_device($local_rank)',
                               "torch.cuda.set_device(torch.device('cuda', $local_rank))",
                               "torch.cuda.set_device(f'cuda:{$local_rank}')")
        condition = self.condition('card')
        right = [[], [], [], under(f'if {condition}:', [call]), under(f'if {condition}:', [call]),
                 under('try:', [call]) + under('except (AssertionError, RuntimeError, AttributeError):', ['pass'])]
        faulty = [[call], [call], under(f'if {condition}:', [call]), [call, 'print(torch.cuda.current_device())'],
                  under('with torch.cuda.device(0):', ['torch.cuda.synchronize()'])]
        return self.pick('card', right, faulty)

    def seeded(self):
        seed = self.one_of('0', '42', self.option('seed', 1))
        if 'sampler' not in self.faults and 'rank' in self.have and self.chance(0.3):
            seed += ' + $rank'
        return [f'torch.manual_seed({seed})', *self.one_of([], [], [f'torch.cuda.manual_seed_all({seed})'])]

    # --- Device ---

    def device(self):
        card = "torch.device('cuda')" if self.ranks == 'single' else self.one_of(
            "torch.device('cuda', $local_rank)", "torch.device(f'cuda:{$local_rank}')", "torch.device('cuda')")
        condition = self.condition('device')
        chosen = [f"{card} if {condition} else torch.device('cpu')",
                  f"torch.device('cuda' if {condition} else 'cpu')", 'steps', 'option', 'option if', 'table', 'first']
        right = [*chosen, "torch.device('cpu')", "'cpu'", "('cpu', 'cuda')[torch.cuda.is_available()]"]
        faulty = [*chosen[:4], card, card, "'cuda'", "('cpu', 'cuda')[1]", "torch.device('cuda:0')"]
        form = self.pick('device', right, faulty)
        if form == 'steps':
            return under(f'if {condition}:', [f'$device = {card}']) + under('else:', ["$device = torch.device('cpu')"])
        if form == 'first':
            return ["$device = torch.device('cpu')", *under(f'if {condition}:', [f'$device = {card}'])]
        if form == 'option':
            return [f"$device = torch.device({self.value('device_name', 'cpu', 'cuda', 'device')})"]
        if form == 'option if':
            option = self.option('device_name', 'cuda')
            return [f"$device = torch.device({option} if torch.cuda.is_available() else 'cpu')"]
        if form == 'table':
            return ["devices = {True: 'cuda', False: 'cpu'}", f'$device = torch.device(devices[bool({condition})])']
        return [f'$device = {form}']

    def placed(self, what):
        """An expression that puts something where it belongs."""
        return f'{what}.cuda()' if self.by_cuda else f'{what}.to($device)'

    # --- Model ---

    def model(self):
        self.by_cuda = 'placement' in self.faults
        body = self.one_of('nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))', 'nn.Linear(4, 1)', 'Net()',
                           'nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))')
        self.normalized = 'Norm' in body
        if body == 'Net()':
            module = self.modules[3]
            self.define(module, 'Net', [
                'class Net(nn.Module):', '', '    def __init__(self):', '        super().__init__()',
                '        self.body = nn.Linear(4, 6)', '        self.head = nn.Linear(6, 1)', '',
                '    def forward(self, x):', '        return self.head(torch.relu(self.body(x)))'])
        call = self.one_of('$model.cuda()', '$model.cuda()', '$model = $model.cuda()')
        condition = self.condition('placement')
        right = [[f'$model = {body}.to($device)'], [f'$model = {body}', '$model.to($device)'],
                 [f'$model = {body}', *under(f'if {condition}:', [call])]]
        faulty = [[f'$model = {body}.cuda()'], [f'$model = {body}', call],
                  [f'$model = {body}', *under(f'if {condition}:', [call])]]
        return self.pick('placement', right, faulty)

    def wrapper(self):
        if self.ranks == 'single':
            many = ['$model = nn.DataParallel($model)']
            return self.pick('wrapper', [[], [], under('if torch.cuda.device_count() > 1:', many), many], [
                ['$model = nn.DataParallel($model).cuda()'], ['$model = nn.DataParallel($model, device_ids=[0])']])
        condition = self.condition('wrapper')
        forms = self.wrapped(condition)
        convert = ['$model = nn.SyncBatchNorm.convert_sync_batchnorm($model)']
        guarded = under(f'if {condition}:', convert)
        before = self.pick('wrapper', [[], guarded], [[], guarded, convert]) if self.normalized else []
        return [*before, *forms]

    def wrapped(self, condition):
        ids = self.one_of('device_ids=[$local_rank]', 'device_ids=[$local_rank], output_device=$local_rank',
                          'device_ids=[$device]')
        kind = self.one_of('DDP', 'DDP', 'nn.parallel.DistributedDataParallel', 'subclass')
        if kind == 'subclass':
            kind = 'Wrapped'
            self.define(self.modules[3], kind, [
                'class Wrapped(DDP):', '', '    def __getattr__(self, name):', '        try:',
                '            return super().__getattr__(name)', '        except AttributeError:',
                '            return getattr(self.module, name)'])
        plain = f'$model = {kind}($model)'
        chosen = [[f'$model = {kind}($model, device_ids=[$local_rank] if {condition} else None)'],
                  ['options = {}', *under(f'if {condition}:', ["options['device_ids'] = [$local_rank]"]),
                   f'$model = {kind}($model, **options)'],
                  under(f'if {condition}:', [f'$model = {kind}($model, {ids})']) + under('else:', [plain])]
        right = [[plain], [plain], [f'$model = {kind}($model, find_unused_parameters=True)'], *chosen,
                 under('if $world > 1:', [plain]), under('if dist.is_initialized():', [plain])]
        faulty = [[f'$model = {kind}($model, {ids})'], [f'$model = {kind}($model, {ids})'], *chosen, [],
                  under('if torch.cuda.device_count() > 1:', [plain]), under(
                      f"if {self.settled('<parallel=False>')}:", [plain]),
                  under('if torch.cuda.is_available():', [plain]),
                  ['$model = nn.DataParallel($model)'], [f'{kind}($model)']]
        return self.pick('wrapper', right, faulty)
