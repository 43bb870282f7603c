"""Writes training scripts in the many ways that people write them, for random_programs.py and trained_programs.py.

A script trains a config with MMEngine's Runner (`runner`) or a model of its own with a loop (`loop`). Both end well on
two gloo ranks if nothing is wrong with how they choose devices and make their process group.
"""

import choices

COMMENTS = ('# 训练脚本', '# choose the card', "# backend='nccl'", '# torch.cuda.set_device(0)', '# TODO: 多卡 (DDP)')
IMPORTS = {
    'dist': ('import torch.distributed as dist', 'from torch import distributed as dist'),
    'DDP': ('from torch.nn.parallel import DistributedDataParallel as DDP',
            'from torch.nn.parallel.distributed import DistributedDataParallel as DDP'),
}


def indented(lines, by='    '):
    return [by + line if line else line for line in lines]


class ScriptMaker(choices.Choices):
    """Makes scripts; those of one seed are always the same."""

    # --- Parts, as lists of lines without indentation ---

    def parser(self, kind):
        """The options: those of the scripts that come with packages of MMEngine, one by one."""
        lines = [f"parser = argparse.ArgumentParser(description={self.quoted('训练')})",
                 "parser.add_argument('config')"]
        options = {
            'launcher': "parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], "
                        f"default={self.quoted(self.one_of('none', 'pytorch'))})",
            'local_rank': f"parser.add_argument({self.one_of('', repr('--local-rank') + ', ')}'--local_rank', "
                          "type=int, default=0)",
            'amp': "parser.add_argument('--amp', action='store_true', help='混合精度')",
            'backend': f"parser.add_argument('--backend', default={self.quoted(self.backend())})",
            'gpus': "parser.add_argument('--gpus', type=int, default=2)",
            'seed': "parser.add_argument('--seed', type=int, default=0)",
        }
        if kind == 'runner':
            options |= {
                'work_dir': "parser.add_argument('--work-dir', help='where logs and models go')",
                'resume': "parser.add_argument('--resume', action='store_true', help='从上次的权重继续')",
                'cfg_options': "parser.add_argument('--cfg-options', nargs='+', action=DictAction,\n"
                               "                    help='overrides, as key=value')",
            }
        self.options = {name for name in options if self.chance(0.9 if name == 'launcher' else 0.35)}
        return lines + '\n'.join(text for name, text in options.items() if name in self.options).split('\n') + [
            self.one_of('args = parser.parse_args()', 'args, _ = parser.parse_known_args()')]

    def backend(self):
        return self.one_of('nccl', 'nccl', 'nccl', 'eccl', 'gloo', 'NCCL')

    def rank_of(self):
        choices = ["int(os.environ['LOCAL_RANK'])", "int(os.environ.get('LOCAL_RANK', 0))",
                   "int(os.getenv('LOCAL_RANK', '0'))"]
        if 'local_rank' in self.options:
            choices.append('args.local_rank')
        return self.one_of(*choices)

    def environment(self):
        lines = []
        settings = ["os.environ['MASTER_PORT'] = os.environ.get('MASTER_PORT', '29500')",
                    "os.environ['OMP_NUM_THREADS'] = '1'", "os.environ.setdefault('NCCL_DEBUG', 'INFO')",
                    "os.environ['CUDA_LAUNCH_BLOCKING'] = '1'; started = True",
                    "os.environ.update(OMP_NUM_THREADS='1')", "os.environ['WORLD_SIZE'] = '2'"]
        if 'local_rank' in self.options:
            settings += ["if 'LOCAL_RANK' not in os.environ:\n    os.environ['LOCAL_RANK'] = str(args.local_rank)",
                         "os.environ['LOCAL_RANK'] = str(args.local_rank)"]
        for setting in settings:
            if self.chance(0.12):
                lines += setting.split('\n')
        return lines

    def card(self):
        """Chooses a card, or does not."""
        rank = self.one_of('local_rank', 'local_rank', 'local_rank % max(1, torch.cuda.device_count())',
                           "int(os.environ.get('LOCAL_RANK', 0))", 'dist.get_rank()' if self.grouped else '0')
        call = self.one_of(f'torch.cuda.set_device({rank})', f'torch.cuda.set_device({rank})',
                           f'torch.cuda.set_device(\n    {rank})', f"torch.cuda.set_device(torch.device('cuda', {rank}))",
                           f'torch.cuda.set_device(device={rank})')
        lines = call.split('\n')
        form = self.random.randrange(14)
        if form == 0:
            return ['if torch.cuda.is_available():', *indented(lines)]
        if form == 1 and len(lines) == 1:
            return [f'if local_rank >= 0: {call}']
        if form == 2 and len(lines) == 1:
            return [f'print(local_rank); {call}']
        if form == 3 and len(lines) == 1:
            return [f'{call}; print(local_rank)  # 选卡']
        if form == 4:
            return ['try:', *indented(lines), 'except (RuntimeError, AssertionError, AttributeError):', '    pass']
        if form == 5:
            return ['with torch.no_grad():', *indented(lines), "    print('card', local_rank)"]
        if form == 6:
            return ["if os.environ.get('NO_CARD'):", '    print("none")', 'else:', *indented(lines)]
        if form == 7 and len(lines) == 1:
            return [lines[0] + '  # 每个 rank 一张卡']
        if form == 8:
            return ['for _ in range(1):', *indented(['if local_rank is not None:', *indented(lines)], '  ')]
        if form in (9, 10):
            return []
        return lines

    def group(self):
        """Makes the process group, or does not."""
        backend = self.quoted(self.backend())
        if 'backend' in self.options and self.chance(0.5):
            backend = 'args.backend'
        before = []
        if self.chance(0.15):
            before, backend = [f'backend = {backend}'], 'backend'
        elif self.chance(0.15):
            backend = self.one_of("'nccl' if torch.cuda.is_available() else 'gloo'", "'nccl' if True else 'gloo'",
                                  "os.environ.get('BACKEND', 'nccl')", "'nc' 'cl'", "{'b': 'nccl'}['b']")
        given = self.one_of(f'backend={backend}', f'backend={backend}', backend)
        more = self.one_of('', '', ", init_method='env://'", ', timeout=datetime.timedelta(minutes=5)',
                           ", rank=int(os.environ['RANK']), world_size=int(os.environ['WORLD_SIZE'])",
                           ",\n    init_method='env://',  # 环境变量\n", ",\n    # 后端\n    init_method='env://'",
                           ", init_method=f\"tcp://127.0.0.1:{os.environ['MASTER_PORT']}\"")
        call = f'dist.init_process_group({given}{more})'
        form = self.random.randrange(12)
        self.grouped = form not in (0, 1)
        if form == 0:
            return []
        if form == 1:
            self.uses.add('init_dist')
            return [self.one_of("init_dist('pytorch')", f"init_dist('pytorch', backend={self.quoted(self.backend())})",
                                "init_dist(launcher='pytorch')  # all ranks")]
        if form == 2:
            return [*before, 'if not dist.is_initialized():', *indented(call.split('\n'))]
        if form == 3:
            return [*before, "if int(os.environ.get('WORLD_SIZE', 1)) > 1:", *indented(call.split('\n'))]
        if form == 4 and '\n' not in call:
            return [*before, f'{call}; dist.barrier()']
        if form == 5:
            return [*before, f'options = dict(backend={backend})', 'dist.init_process_group(**options)']
        return [*before, *call.split('\n')]

    def followed(self):
        """What a script does to a config that its options ask for."""
        lines = []
        if 'cfg_options' in self.options:
            lines += ['if args.cfg_options is not None:', '    cfg.merge_from_dict(args.cfg_options)']
        if 'work_dir' in self.options:
            lines += ['if args.work_dir is not None:', '    cfg.work_dir = args.work_dir',
                      "elif cfg.get('work_dir') is None:",
                      "    cfg.work_dir = os.path.join('./work_dirs', os.path.splitext(os.path.basename(args.config))[0])"]
        if 'resume' in self.options:
            lines += ['if args.resume:', '    cfg.resume = True']
        if 'amp' in self.options:
            lines += self.one_of(
                "if args.amp:\n    cfg.optim_wrapper.type = 'AmpOptimWrapper'",
                "if args.amp is True:\n    cfg.optim_wrapper.type = 'AmpOptimWrapper'\n"
                "    cfg.optim_wrapper.loss_scale = 'dynamic'",
                "if args.amp:\n    if cfg.optim_wrapper.get('type', 'OptimWrapper') != 'AmpOptimWrapper':\n"
                "        cfg.merge_from_dict({'optim_wrapper.type': 'AmpOptimWrapper'})").split('\n')
        return lines

    def changes(self):
        """What is done to a config before the Runner is built."""
        lines = self.followed()
        choices = ["cfg.work_dir = './work'", "cfg['work_dir'] = './work'", 'cfg.env_cfg.cudnn_benchmark = False',
                   "cfg.env_cfg = dict(dist_cfg=dict(backend='nccl'))", "cfg.env_cfg.dist_cfg.backend = 'nccl'",
                   "cfg.merge_from_dict({'env_cfg.dist_cfg.backend': 'nccl'})",
                   "cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel')",
                   "cfg.model_wrapper_cfg = dict(\n    type='MMDistributedDataParallel',  # 包装\n"
                   "    find_unused_parameters=False)",
                   "cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=[local_rank])",
                   "cfg.setdefault('model_wrapper_cfg', {'type': 'MMDistributedDataParallel'})",
                   "cfg.find_unused_parameters = True", "cfg.pop('resume', None)", "cfg.device = 'cuda'",
                   'cfg.gpu_ids = [local_rank]', 'torch.backends.cudnn.benchmark = True', 'torch.cuda.empty_cache()',
                   'torch.cuda.manual_seed_all(0)', 'print(torch.cuda.get_device_name(local_rank))',
                   "if cfg.get('cudnn_benchmark', False):\n    torch.backends.cudnn.benchmark = True"]
        for choice in choices:
            if self.chance(0.09):
                lines += choice.split('\n')
        if self.chance(0.8):
            launcher = 'args.launcher' if 'launcher' in self.options and self.chance(0.6) else "'pytorch'"
            lines.append(self.one_of(f'cfg.launcher = {launcher}', f'cfg["launcher"] = {launcher}',
                                     f"cfg.merge_from_dict(dict(launcher={launcher}))"))
        return lines

    def runner(self):
        build = self.one_of('Runner.from_cfg(cfg)', 'Runner.from_cfg(cfg)',
                            "RUNNERS.build(cfg) if 'runner_type' in cfg else Runner.from_cfg(cfg)",
                            'Runner.from_cfg(\n    cfg  # 配置\n)')
        if 'RUNNERS' in build:
            self.uses.add('RUNNERS')
        used = self.one_of('', '', '', '', '', 'runner.model.cuda()\n', "runner.model.to('cpu')\n",
                           'torch.cuda.synchronize()\n', 'if torch.cuda.is_available():\n    torch.cuda.synchronize()\n')
        return (['cfg = Config.fromfile(args.config)', *self.changes()]
                + self.one_of(f'runner = {build}\n{used}runner.train()', f'runner = {build}\n\n{used}runner.train()',
                              f'{build}.train()').split('\n'))

    def loop(self):
        """A model of a few weights, wrapped and trained for two steps; says at the end what it came to."""
        self.uses.add('DDP')
        device = self.one_of("torch.device('cpu')", "torch.device('cuda', local_rank)", "'cuda'",
                             "torch.device('cuda' if torch.cuda.is_available() else 'cpu')", "f'cuda:{local_rank}'")
        lines = ['torch.manual_seed(0)', f'device = {device}',
                 'model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))'
                 + self.one_of('', '.to(device)', '.cuda()', '.cuda(local_rank)', ".to('cuda')")]
        if self.chance(0.15):
            lines.append('model = nn.SyncBatchNorm.convert_sync_batchnorm(model)')
        ids = self.one_of('', '', ', device_ids=[local_rank]', ', device_ids=[local_rank], output_device=local_rank',
                          ',\n    device_ids=[local_rank],  # 本地\n    output_device=local_rank,\n',
                          ', [local_rank]', ', device_ids=[device]', ", device_ids=[torch.cuda.current_device()]",
                          ', find_unused_parameters=False, device_ids=[0]',
                          ', device_ids=[local_rank] if torch.cuda.is_available() else None')
        wrap = self.one_of('DDP', 'DDP', 'nn.parallel.DistributedDataParallel', 'torch.nn.DataParallel')
        wrapped = f'model = {wrap}(model{ids})' if 'Data' not in wrap or 'Dist' in wrap else f'model = {wrap}(model)'
        lines += wrapped.split('\n') if self.chance(0.85) else [
            'if dist.is_initialized():', *indented(wrapped.split('\n'))]
        steps = ['batch = torch.randn(2, 4)' + self.one_of('', '', '.cuda()', '.to(device)', '.cuda(non_blocking=True)'),
                 'loss = model(batch).square().mean()', 'optimizer.zero_grad()', 'loss.backward()', 'optimizer.step()']
        if self.chance(0.15):
            lines.append('scaler = torch.cuda.amp.GradScaler()')
            steps[1] = 'with torch.cuda.amp.autocast():\n    loss = model(batch).square().mean()'
            steps[3:] = ['scaler.scale(loss).backward()', 'scaler.step(optimizer)', 'scaler.update()']
        lines += ['optimizer = torch.optim.SGD(model.parameters(), lr=0.1)', 'for step in range(2):',
                  *indented('\n'.join(steps).split('\n'))]
        if self.chance(0.3):
            lines.append('torch.cuda.synchronize()' if self.chance(0.4) else 'dist.barrier()')
        return lines + ["print('weights', sum(p.double().sum().item() for p in model.parameters()))"]

    # --- The whole ---

    def commented(self, lines):
        """Comments and empty lines in between, where they change nothing: not inside of brackets."""
        out, depth = [], 0
        for line in lines:
            if depth == 0 and line and self.chance(0.06):
                out.append(line[:len(line) - len(line.lstrip())] + self.one_of(*COMMENTS))
            if depth == 0 and line and self.chance(0.04):
                out.append('')
            code = line.partition('  #')[0]
            depth += sum(map(code.count, '([{')) - sum(map(code.count, ')]}'))
            if not depth and line and '#' not in line and line[-1] not in ':\\' and self.chance(0.06):
                line += self.one_of('  # 备注', '  # nccl', ' #', '  # noqa: E501')
            out.append(line)
        return out

    def body(self, kind):
        setup = self.environment()
        setup.append(f'local_rank = {self.rank_of()}')
        if self.chance(0.1):  # a second import, which hides the one of the module
            setup = [*setup, 'if local_rank < 0:', '    import torch']
        self.grouped = kind == 'loop' or self.chance(0.5)  # else it is the Runner that makes a group
        group = self.group() if self.grouped else []
        card = self.card()
        setup += [*card, *group] if self.chance(0.6) and 'get_rank' not in ' '.join(card) else [*group, *card]
        return setup, self.runner() if kind == 'runner' else self.loop()

    def script(self, kind=None):
        """(texts by what follows the script's own name in the project: '' or the name of a helper module, kind)"""
        self.uses = set()
        kind = kind or self.one_of('runner', 'runner', 'loop')
        parser = self.parser(kind)
        setup, rest = self.body(kind)
        files, imports = {}, self.imports(kind)
        shape = self.random.randrange(4)
        needs_args = any('args.' in line for line in setup)
        if shape == 0:  # all in the module
            lines = [*imports, '', *parser, *setup, *rest]
        elif shape == 1 and not needs_args and kind == 'loop' and self.chance(0.8):  # a helper module
            helper = self.one_of('dist_utils', 'helpers')
            files[f'{helper}.py'] = self.commented([*imports, '', '', 'def setup():',
                                                    *indented([*setup, 'return local_rank'])])
            lines = [*imports, f'from {helper} import setup', '', '',
                     'def main():', *indented([*parser, 'local_rank = setup()', *rest])]
        elif shape == 2:
            lines = [*imports, '', '', 'def parse_args():', *indented([*parser, 'return args']), '', '',
                     'def setup(args):', *indented([*setup, 'return local_rank']), '', '',
                     'def main():', *indented(['args = parse_args()', 'local_rank = setup(args)', *rest])]
        else:
            lines = [*imports, '', '', 'def main():', *indented([*parser, *setup, *rest])]
        if shape != 0:
            lines += ['', '', "if __name__ == '__main__':", '    main()']
        files[''] = self.commented(lines)
        return {name: self.finished(lines) for name, lines in files.items()}, kind

    def imports(self, kind):
        lines = ['import argparse', 'import datetime', 'import os', '', 'import torch', self.one_of(*IMPORTS['dist']),
                 'from torch import nn']
        if kind == 'runner':
            lines += [f'from mmengine.config import Config{", DictAction" if "cfg_options" in self.options else ""}',
                      'from mmengine.runner import Runner']
        if 'DDP' in self.uses:
            lines.append(self.one_of(*IMPORTS['DDP']))
        if 'RUNNERS' in self.uses:
            lines.append('from mmengine.registry import RUNNERS')
        if 'init_dist' in self.uses:
            lines.append('from mmengine.dist import init_dist')
        if self.chance(0.3):
            lines.insert(0, self.one_of('"""Trains. 训练。"""', '#!/usr/bin/env python', "'''nccl\n\neccl'''"))
        if self.chance(0.1):
            lines.insert(0, '# -*- coding: utf-8 -*-')
        return '\n'.join(lines).split('\n')

    def finished(self, lines):
        text = '\n'.join(lines) + '\n'
        if self.chance(0.1):
            text = '\n'.join('\t' * ((len(line) - len(line.lstrip())) // 4) + line[(len(line) - len(line.lstrip())) // 4 * 4:]
                             for line in text.split('\n'))
        if self.chance(0.1):
            text = text.rstrip('\n')
        text = text.replace('\n', self.one_of('\n', '\n', '\n', '\n', '\r\n'))
        return (b'\xef\xbb\xbf' if self.chance(0.08) and not text.startswith('#!') else b'') + text.encode()
