"""The parts of the programs of composed_maker.py that read data and train; see composed_parts.py."""

from composed_parts import under, Parts


class Loops(Parts):

    # --- Data ---

    def data(self):
        """Makes the dataset and its loader."""
        size = self.one_of(48, 64, 80)
        x = f'x = torch.linspace(-1, 1, {size} * 4).view({size}, 4)'
        if self.chance(0.3):
            module = self.modules[3]
            self.define(module, 'Toy', [
                'class Toy(Dataset):', '', '    def __init__(self):', f'        {x.replace("x =", "self.x =")}', '',
                '    def __len__(self):', '        return len(self.x)', '', '    def __getitem__(self, index):',
                '        return self.x[index], self.x[index].sum().view(1).sin()'])
            lines = ['$dataset = Toy()']
        else:
            lines = [x, '$dataset = TensorDataset(x, x.sum(1, keepdim=True).sin())']
        batch = self.one_of('4', '8', self.option('batch_size', 4))
        more = self.one_of('', '', ', drop_last=True', ', num_workers=0')
        if self.chance(0.25):
            more += f', pin_memory={self.one_of("True", "torch.cuda.is_available()", self.condition("card"))}'
        self.epoch_hook = []
        if self.ranks == 'single':
            return [*lines, f'$loader = DataLoader($dataset, batch_size={batch}, shuffle=True{more})']
        return [*lines, *self.sampled(batch, more)]

    def sampled(self, batch, more):
        loader = f'$loader = DataLoader($dataset, batch_size={batch}, sampler=$sampler{more})'
        given = self.one_of('', ', num_replicas=$world, rank=$rank', ', shuffle=True', ', $world, $rank, shuffle=True',
                            ', num_replicas=dist.get_world_size(), rank=dist.get_rank()')
        plain = [f'$sampler = DistributedSampler($dataset{given})', loader]
        epoch = self.one_of(
            ['$sampler.set_epoch($epoch)'], ['$loader.sampler.set_epoch($epoch)'],
            under("if hasattr($loader.sampler, 'set_epoch'):", ['$loader.sampler.set_epoch($epoch)']),
            under('if isinstance($loader.sampler, DistributedSampler):', ['$loader.sampler.set_epoch($epoch)']),
            under('if $world > 1:', ['$loader.sampler.set_epoch($epoch)']))
        fixed = ['$sampler = DistributedSampler($dataset, num_replicas=$world, rank=$rank, shuffle=False)', loader]
        maybe = [*under('if $world > 1:', [plain[0]]), *under('else:', ['$sampler = RandomSampler($dataset)']), loader]
        inline = [f'$loader = DataLoader($dataset, sampler=DistributedSampler($dataset), batch_size={batch}{more})']
        subset = [f'$loader = DataLoader(Subset($dataset, range($rank, len($dataset), $world)), batch_size={batch}, '
                  f'shuffle=True{more})']
        either = [f'$sampler = DistributedSampler($dataset) if {self.settled("<shard=True>")} else None',
                  f'$loader = DataLoader($dataset, batch_size={batch}, shuffle=($sampler is None), '
                  f'sampler=$sampler{more})']
        on_loader = ['$loader.sampler.set_epoch($epoch)']
        none = [f'$loader = DataLoader($dataset, batch_size={batch}, shuffle=True{more})']
        unused = [plain[0], none[0]]
        both = [plain[0], loader.replace('sampler=$sampler', 'sampler=$sampler, shuffle=True')]
        alone = ['$sampler = DistributedSampler($dataset, num_replicas=1, rank=0)', loader]
        off = [either[0].replace(self.settled('<shard=True>'), self.settled('<sharded=False>')), either[1]]
        right = [(plain, epoch)] * 5 + [(fixed, []), (fixed, epoch), (inline, on_loader), (subset, []), (either, epoch),
                                        (maybe, under("if hasattr($loader.sampler, 'set_epoch'):", on_loader))]
        faulty = [(plain, [])] * 3 + [(none, [])] * 2 + [
            ([none[0].replace('shuffle=True', 'shuffle=False')], []), (unused, ['$sampler.set_epoch($epoch)']),
            (both, epoch), (alone, epoch), (inline, []), (plain, ['$sampler.set_epoch(0)']), (off, []), (maybe, [])]
        lines, self.epoch_hook = self.pick('sampler', right, faulty)
        return lines

    # --- Training ---

    def optimizer(self):
        rate = self.one_of('0.1', '1e-2', self.option('lr', 0.05))
        lines = [self.one_of(f'$optimizer = torch.optim.SGD($model.parameters(), lr={rate})',
                             f'$optimizer = torch.optim.SGD($model.parameters(), lr={rate}, momentum=0.9)',
                             f'$optimizer = torch.optim.AdamW($model.parameters(), lr={rate})')]
        self.have.add('optimizer')
        return lines

    def batch(self):
        """Puts a batch where it belongs."""
        if self.by_cuda:
            move = self.one_of(['x = x.cuda()', 'y = y.cuda()'], ['x, y = x.cuda(), y.cuda()'],
                               ['x, y = x.cuda(non_blocking=True), y.cuda(non_blocking=True)'])
            condition = self.condition('placement')
            return self.one_of(move, under(f'if {condition}:', move))
        return self.one_of(['x = x.to($device)', 'y = y.to($device)'], ['x, y = x.to($device), y.to($device)'],
                           ['x, y = (t.to($device, non_blocking=True) for t in (x, y))'])

    def update(self):
        """The lines of one step, of (x, y)."""
        forward = self.one_of('$loss = nn.functional.mse_loss($model(x), y)', '$loss = ($model(x) - y).pow(2).mean()',
                              '$loss = F.mse_loss($model(x), y)')
        back = ['$optimizer.zero_grad()', '$loss.backward()', '$optimizer.step()']
        form = self.one_of('plain', 'plain', 'plain', 'amp', 'autocast', 'clip')
        self.scaled = None
        condition = self.condition('loop')
        if form == 'amp':
            enabled = self.one_of('', f'enabled={condition}', f"enabled={self.settled('<amp=False>')}")
            self.scaled = f'$scaler = torch.cuda.amp.GradScaler({enabled})'
            return [f'with torch.cuda.amp.autocast({enabled}):', '    ' + forward, '$optimizer.zero_grad()',
                    '$scaler.scale($loss).backward()', '$scaler.step($optimizer)', '$scaler.update()']
        if form == 'autocast':
            kind = self.one_of("'cpu', dtype=torch.bfloat16", 'torch.device($device).type, dtype=torch.bfloat16',
                               f"'cuda', enabled={condition}")
            return [f'with torch.autocast({kind}):', '    ' + forward, *back]
        if form == 'clip':
            back.insert(2, 'nn.utils.clip_grad_norm_($model.parameters(), 1.0)')
        return [forward, *back]

    def accumulated(self):
        """Steps that come after several batches."""
        every = self.one_of('2', self.option('accumulate', 2))
        right = f'$model.no_sync() if (index + 1) % {every} else contextlib.nullcontext()'
        if 'wrapper' in self.faults or self.ranks == 'single':
            right = 'contextlib.nullcontext()'
        wrong = '$model.no_sync()'
        context = self.pick('loop', [right], [right, wrong])
        return [f'with {context}:', f'    $loss = nn.functional.mse_loss($model(x), y) / {every}',
                '    $loss.backward()', f'if (index + 1) % {every} == 0:', '    $optimizer.step()',
                '    $optimizer.zero_grad()']

    def extra(self):
        """What stands at the end of a step, where half of the people think of CUDA only."""
        condition = self.condition('loop')
        call = self.one_of('torch.cuda.synchronize()', 'print(torch.cuda.memory_reserved(0))', 'torch.cuda.Stream()',
                           'torch.cuda.current_stream().synchronize()', "x = torch.ones(1, device='cuda')",
                           'torch.cuda.Event(enable_timing=True).record()')
        right = [[], [], [], [], under(f'if {condition}:', [call]), ['torch.cuda.empty_cache()'],
                 ['print(torch.cuda.max_memory_allocated() // 2 ** 20)']]
        faulty = [[call], [call], under(f'if {condition}:', [call])]
        return self.pick('loop', right, faulty)

    def steps(self):
        if self.chance(0.15) and self.wrapper_surely:
            return self.accumulated()
        lines = self.update()
        if 'loop' in self.faults and self.ranks != 'single' and self.chance(0.4):
            if self.wrapper_surely and self.chance(0.5):
                return [line.replace('$model(x)', '$model.module(x)') for line in lines]
            return [*lines[:-1], *under('if $rank == 0:', lines[-1:])] if lines[-1] == '$optimizer.step()' else lines
        return [*lines, *self.extra()]

    def loop(self):
        """Trains for some epochs."""
        epochs = self.one_of('2', '3', self.option('epochs', 2))
        self.wrapper_surely = 'wrapper' not in self.faults and self.ranks != 'single' and 'group' not in self.faults
        steps, batch = self.steps(), self.batch()
        before = [self.scaled] if getattr(self, 'scaled', None) else []
        if before:
            self.have.add('scaler')
        head = 'for index, (x, y) in enumerate($loader):' if any('index' in line for line in steps) else self.one_of(
            'for x, y in $loader:', 'for index, (x, y) in enumerate($loader):')
        form = self.one_of('plain', 'plain', 'function', 'function', 'class', 'generator', 'callbacks', 'step')
        hook = self.epoch_hook
        if form == 'callbacks' and hook and not any('isinstance' in line or '$world' in line for line in hook):
            return [*before, *self.with_callbacks(epochs, hook, head, [*batch, *steps])]
        if form == 'generator':
            return [*before, *self.with_generator(epochs, hook, [*batch, *steps])]
        if form == 'class':
            return [*before, *self.with_trainer(epochs, hook, head, [*batch, *steps])]
        body = [*batch, *steps]
        if form == 'step':
            name = self.one_of('train_step', 'run_batch', 'optimize')
            self.by_hand('x', 'y')
            if not any('index' in line for line in steps):
                body = [*batch, f'$loss = {self.called_with(name, steps, ("x", "y"))}']
        epoch = [*hook, *under(head, body), *self.after_epoch()]
        if form == 'function':
            name = self.one_of('train_one_epoch', 'run_epoch', 'train_epoch')
            self.have.add('epoch')
            epoch = [self.called(name, epoch)]
            self.have.discard('epoch')
        return [*before, *under(f'for $epoch in range({epochs}):', epoch)]

    def by_hand(self, *names):
        self.names |= {name: name for name in names}
        self.have |= set(names)

    def called_with(self, name, lines, arguments):
        """As `called`, of lines that use the batch, which is no variable of the program."""
        for one in arguments:
            lines = [self.word(one, line) for line in lines]
        call = self.called(name, lines, '$loss')
        self.have -= set(arguments)
        return call.replace('$x', 'x').replace('$y', 'y')

    def with_generator(self, epochs, hook, body):
        source = under(f'for $epoch in range({epochs}):', [*hook, 'yield from $loader'])
        self.have.discard('epoch')
        call = self.called(self.one_of('batches', 'stream', 'endless'), source, depth=1)
        return under(f'for index, (x, y) in enumerate({call}):', body)

    def with_callbacks(self, epochs, hook, head, body):
        module = self.one_of(*self.modules)
        lines = [line.replace('$loader.sampler', 'self.sampler').replace('$sampler', 'self.sampler') for line in hook]
        self.define(module, 'SamplerHook', [
            'class SamplerHook:', '', '    def __init__(self, sampler):', '        self.sampler = sampler', '',
            '    def before_epoch(self, epoch):', *('        ' + line.replace('$epoch', 'epoch') for line in lines)])
        self.define(module, 'LogHook', ['class LogHook:', '', '    def before_epoch(self, epoch):',
                                        "        print(f'epoch {epoch}')"])
        return ['hooks = [LogHook(), SamplerHook($loader.sampler)]',
                *under(f'for $epoch in range({epochs}):', [
                    *under('for hook in hooks:', ['hook.before_epoch($epoch)']), *under(head, body),
                    *self.after_epoch()])]

    def with_trainer(self, epochs, hook, head, body):
        """A class that has all that it needs as attributes."""
        inside = [*hook, *under(head, body), *self.after_epoch()]
        text = '\n'.join([epochs, *inside])
        used = [one for one in dict.fromkeys(self.names_in(text)) if one in self.have]
        if self.mode == 'state' and any(one in ('rank', 'local_rank', 'world', 'device') for one in used):
            used = ['opts', *(one for one in used if one not in ('rank', 'local_rank', 'world', 'device', 'opts'))]
        title = self.fresh(self.one_of('Trainer', 'Engine', 'Solver'))

        def spell(line):
            return self.spelled([line], lambda name: (f'self.{self.names[name]}' if name in used else
                                                      f'self.{self.inner(name)}' if '.' in self.inner(name) else
                                                      self.inner(name)))[0]
        split = self.chance(0.5)
        names = ', '.join(self.names[one] for one in used)
        lines = [f'class {title}:', '', f'    def __init__(self, {names}):',
                 *(f'        self.{self.names[one]} = {self.names[one]}' for one in used), '']
        epoch = [spell(line) for line in inside]
        name = self.names['epoch']
        loop = spell(f'for $epoch in range({epochs}):')
        if split:
            lines += ['    def fit(self):', '        ' + loop, f'            self.run_epoch({name})', '',
                      f'    def run_epoch(self, {name}):', *('        ' + line for line in epoch)]
        else:
            lines += ['    def fit(self):', *('        ' + line for line in under(loop, epoch))]
        self.define(self.one_of(*self.modules[:3]), title, lines)
        return [f'{title}({", ".join("$" + one for one in used)}).fit()']

    # --- What only some ranks do ---

    def after_epoch(self):
        if self.ranks == 'single':
            return self.one_of([], ['print($epoch, $loss.item())'])
        mean = ['total = $loss.detach()', 'dist.all_reduce(total)']
        log = under('if $rank == 0:', ['print($epoch, float($loss))'])
        right = [[], [], log, log, [*mean, *under('if $rank == 0:', ['print(total / $world)'])],
                 under('if dist.is_initialized():', mean),
                 [*under('if $rank == 0:', ["torch.save($model.state_dict(), 'last.pth')"]), 'dist.barrier()']]
        faulty = [[], [], under('if $rank == 0:', mean), under('if $rank == 0:', ['dist.barrier()']),
                  ['dist.barrier(device_ids=[$local_rank])'], ["total = torch.zeros(1, device='cuda')"],
                  ['total = $loss.detach().cuda()', 'dist.all_reduce(total)'],
                  ['total = $loss.detach()', 'dist.all_reduce(total, op=dist.ReduceOp.AVG)']]
        return self.pick('rank0', right, faulty)

    def end(self):
        if self.ranks == 'single':
            return self.one_of([], ["torch.save($model.state_dict(), 'last.pth')"], ["print('done')"])
        save = ["torch.save($model.state_dict(), 'final.pth')"]
        helper = self.called(self.one_of('is_main', 'is_master'), [], '$rank == 0')
        main = self.one_of('$rank == 0', 'not $rank', helper)
        plain, through = (under('with torch.no_grad():', [f'print({model}(torch.ones(2, 4).to($device)).mean())'])
                          for model in ("getattr($model, 'module', $model)", '$model'))
        if self.chance(0.3):
            through.insert(0, '$model.eval()')
        if self.by_cuda:
            plain = through = ["print('trained')"]
        close = self.one_of([], ['dist.destroy_process_group()'], under(
            'if dist.is_initialized():', ['dist.destroy_process_group()']))
        right = [[], under(f'if {main}:', save), [*under(f'if {main}:', save), 'dist.barrier()'],
                 under(f'if {main}:', plain), under(f'if {main}:', plain if self.normalized else through),
                 ['dist.barrier()', *under(f'if {main}:', ["print('done')"])],
                 ['done = [None] * $world', 'dist.all_gather_object(done, $rank)']]
        faulty = [[], under(f'if {main}:', [*save, 'dist.barrier()']), under(f'if {main}:', [
            'gathered = [None] * $world', 'dist.all_gather_object(gathered, $rank)']),
            [*under(f'if {main}:', save), "torch.load('final.pth', map_location='cuda')"],
            ['done = torch.ones(1).cuda()', 'dist.all_reduce(done)'], under(f'if {main}:', through),
            ['dist.barrier(device_ids=[$local_rank])']]
        return [*self.pick('rank0', right, faulty), *close]
