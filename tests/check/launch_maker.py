"""Writes launch scripts in the many ways that people write them, for random_programs.py."""


class LaunchMaker:
    """Makes scripts that start `script` with `config`; `maker` has the dice."""

    def __init__(self, maker, script, config, options):
        self.maker, self.options = maker, options
        self.script, self.config = self.word(script), self.word(config)

    def word(self, name):
        """A name as bash takes it for one word."""
        return self.maker.one_of(f"'{name}'", f'"{name}"') if ' ' in name or self.maker.chance(0.1) else name

    def arguments(self):
        given = [self.config]
        if 'launcher' in self.options and self.maker.chance(0.8):
            given.append(self.maker.one_of('--launcher pytorch', '--launcher=pytorch', '--launcher "pytorch"'))
        if 'amp' in self.options and self.maker.chance(0.2):
            given.append('--amp')
        if 'seed' in self.options and self.maker.chance(0.5):
            given.append('--seed $SEED' if self.maker.chance(0.3) else '--seed 3')
        if self.maker.chance(0.1):
            given.append(self.maker.one_of('--no-such-option', '--work-dirs=./w', '"$@"', '${@:2}', '--epochs 3'))
        return self.maker.one_of(' ', ' ', ' ', ' \\\n    ').join(given)

    def start(self):
        one_of = self.maker.one_of
        python = one_of('python', 'python3', 'python -u', '$PYTHON', '"${PYTHON:-python3}"')
        count = one_of('2', '2', '8', '$GPUS', '${GPUS:-2}')
        port = one_of('', '', ' --master_port=29501', ' --master_port $PORT', ' --master-port=${PORT:-29500}')
        starter = one_of(
            f'torchrun --nproc_per_node={count}{port}', f'torchrun --nproc-per-node {count}{port}',
            f'{python} -m torch.distributed.run --nproc_per_node={count}{port}',
            f'{python} -m torch.distributed.launch --nproc_per_node={count}{port}',
            f'{python} -m torch.distributed.launch --nproc_per_node {count}{port} --use_env',
            f'{python} -m torch.distributed.launch \\\n    --nproc_per_node={count} \\\n   {port or " --nnodes=1"}',
            f'srun -n {count} --gres=gpu:2 {python}', f'srun --ntasks={count} -p part {python}', python, python,
            f'torchrun --standalone --nnodes=1 --nproc_per_node={count}')
        before = one_of('', '', '', 'nohup ', 'CUDA_VISIBLE_DEVICES=0,1 ', 'PYTHONPATH=.:$PYTHONPATH ',
                        'NCCL_DEBUG=INFO CUDA_VISIBLE_DEVICES=2,3 ', 'MASTER_PORT=29510 ', 'OMP_NUM_THREADS=1 time ')
        after = one_of('', '', '', '', ' 2>&1 | tee log.txt', ' > "训练 log.txt" 2>&1', ' | tee -a "$LOG"', ' &> log', ' || exit 1')
        return f'{before}{starter} {self.script} {self.arguments()}{after}'

    def script_text(self):
        maker, one_of = self.maker, self.maker.one_of
        lines = [one_of('#!/bin/bash', '#!/usr/bin/env bash', '#!/bin/sh')] if maker.chance(0.8) else []
        lines += [setting for setting in (
            'set -e', 'set -euo pipefail', 'export CUDA_VISIBLE_DEVICES=0,1', 'export NCCL_IB_DISABLE=1  # 关闭 IB',
            'GPUS=${1:-2}', 'PORT=$((29500 + RANDOM % 100))', 'export MASTER_PORT=29500 MASTER_ADDR=127.0.0.1',
            'PYTHON=python3', 'cd "$(dirname "$0")/.."', 'LOG=log.txt', 'export WORLD_SIZE=2', 'SEED=3',
            'export TOPS_VISIBLE_DEVICES=0,1', 'echo "torch.distributed.launch 开始"', '# python tools/train.py',
            'export PYTHONPATH=$PWD:$PYTHONPATH', 'export RANK=0', 'ulimit -n 4096', 'module load cuda/11.3')
            if maker.chance(0.16)]
        start = self.start()
        form = maker.random.randrange(12)
        if form == 0:
            lines += ['for i in 0 1; do', '  RANK=$i LOCAL_RANK=$i WORLD_SIZE=2 ' + start + ' &', 'done', 'wait']
        elif form == 1:
            lines += ['for seed in 1 2 3; do', '  ' + start, 'done']
        elif form == 2:
            lines += [start + ' &', self.start() + ' &', 'wait']
        elif form == 3:
            lines += ['train() {', '  ' + start, '}', 'train "$@"']
        elif form == 4:
            lines += ['if [ "$GPUS" -gt 1 ]; then', '\t' + start, 'else', '\t' + self.start(), 'fi']
        elif form == 5:
            lines += [f'cmd="{start}"' if not set('"$\\') & set(start) else start, 'eval $cmd']
        elif form == 6:
            lines += [start + ' && echo 完成', 'echo $?']
        elif form == 7:
            lines += ['cat > note.txt <<EOF', 'python -m torch.distributed.launch x.py', 'EOF', start]
        else:
            lines += [start]
        text = '\n'.join(lines) + '\n' * maker.one_of(0, 1, 1, 1, 2)
        if maker.chance(0.06):
            text = text.replace('\n', '\r\n')
        return (b'\xef\xbb\xbf' if maker.chance(0.03) else b'') + text.encode()
