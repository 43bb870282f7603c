"""What launch scripts reach through wrappers, files that they read, other shells, containers and machines (forms L23 to
L32 of docs/forms.md): each faulty form has its verdict on gcu, and its right twin is silent.

usage: reach_test.py [FORM ...]
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MMLINT = os.environ["MMLINT"]
TRAIN = """import argparse
from mmengine.config import Config
from mmengine.runner import Runner
parser = argparse.ArgumentParser()
parser.add_argument('config')
parser.add_argument('--launcher', default='none')
parser.add_argument('--work-dir')
parser.add_argument('--resume', action='store_true')
args = parser.parse_args()
cfg = Config.fromfile(args.config)
cfg.launcher = args.launcher
cfg.env_cfg = dict(dist_cfg=dict(backend='gloo'))
cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, output_device=None)
Runner.from_cfg(cfg).train()
"""
PLAIN = """import argparse
import os
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=0.1)
args = parser.parse_args()
dist.init_process_group('gloo')
net = DistributedDataParallel(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=args.lr)
for _ in range(9):
    optimizer.zero_grad()
    net(torch.rand(4, 2)).sum().backward()
    optimizer.step()
dist.destroy_process_group()
"""
ALONE = """import torch
net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(9):
    optimizer.zero_grad()
    net(torch.rand(4, 2)).sum().backward()
    optimizer.step()
torch.save(net.state_dict(), 'net.pth')
"""
DIST_TRAIN = """#!/usr/bin/env bash
CONFIG=$1
GPUS=$2
PORT=${PORT:-29500}
torchrun --nproc_per_node=$GPUS --master_port=$PORT $(dirname "$0")/train.py $CONFIG --launcher pytorch ${@:3}
"""
FILES = {"tools/train.py": TRAIN, "tools/plain.py": PLAIN, "tools/alone.py": ALONE, "tools/dist_train.sh": DIST_TRAIN,
         "configs/a.py": "x = 1\n"}
ONE = "python3 tools/train.py configs/a.py --launcher pytorch"
TWO = "torchrun --nproc_per_node=2 tools/train.py configs/a.py --launcher pytorch"

# Form -> (files besides FILES, findings as 'level code file:line'). The file that is run is run.sh.
FORMS = {
    # Options through wrappers.
    "wrapper": ({"run.sh": "bash tools/dist_train.sh configs/a.py 2 --seed 3\n"}, ["error MM609 run.sh:1"]),
    "wrapper right": ({"run.sh": "bash tools/dist_train.sh configs/a.py 2 --work-dir x\n"}, []),
    "wrapper surplus": ({"run.sh": "GPUS=2\nbash tools/dist_train.sh configs/a.py $GPUS configs/b.py\n"}, ["error MM609 run.sh:2"]),
    "wrapper shifts": ({"run.sh": "tools/train.sh 2 configs/a.py --resume --seed 3\n",
                        "tools/train.sh": "GPUS=$1\nshift\ntorchrun --nproc_per_node=$GPUS tools/train.py \"$@\" --launcher pytorch\n"},
                       ["error MM609 run.sh:1"]),
    "wrapper passes all twice": ({"run.sh": "bash train.sh configs/a.py 2\n",
                                  "train.sh": "torchrun --nproc_per_node=$2 tools/train.py $1 \"$@\" --launcher pytorch\n"},
                                 ["error MM609 train.sh:1"]),
    "wrapper of a wrapper": ({"run.sh": "./all.sh --seed 3\n", "all.sh": "for i in 1 2; do\n  bash tools/dist_train.sh configs/a.py 2 \"$@\"\ndone\n"},
                             ["error MM609 run.sh:1"]),
    "wrapper by a variable": ({"run.sh": "EXTRA=\"--seed 3\" bash train.sh\n", "train.sh": f"{TWO} $EXTRA\n"}, ["error MM609 run.sh:1"]),
    "wrapper with a default": ({"run.sh": f"{TWO} ${{EXTRA:---seed 3}}\n"}, ["warning MM609 run.sh:1"]),
    "wrapper leaves the default": ({"run.sh": "bash train.sh configs/a.py\n", "train.sh": f"{TWO} ${{2:---seed 3}}\n"}, ["error MM609 train.sh:1"]),
    "wrapper replaces the default": ({"run.sh": "bash train.sh configs/a.py --resume\n", "train.sh": f"{TWO} ${{2:---seed}}\n"},
                                     ["warning MM609 train.sh:1"]),
    # Files that are read.
    "source sets": ({"run.sh": f"source env.sh\n{TWO} $EXTRA\n", "env.sh": "EXTRA=\"--seed 3\"\n"}, ["error MM609 env.sh:1"]),
    "source sets right": ({"run.sh": f"source env.sh\n{TWO} $EXTRA\n", "env.sh": "EXTRA=\"--resume\"\n"}, []),
    "source defines": ({"run.sh": ". ./lib.sh\nlaunch configs/a.py\n", "lib.sh": "launch() {\n  python3 tools/train.py \"$@\" --launcher pytorch\n}\n"},
                       ["error MM601 lib.sh:2"]),
    "source defines right": ({"run.sh": ". ./lib.sh\nlaunch configs/a.py\n",
                              "lib.sh": "launch() {\n  torchrun --nproc_per_node=2 tools/train.py \"$@\" --launcher pytorch\n}\n"}, []),
    "source exports": ({"run.sh": "source \"$(dirname \"${BASH_SOURCE[0]}\")/env.sh\"\npython3 tools/train.py configs/a.py\n",
                        "env.sh": "export WORLD_SIZE=8\n"}, ["error MM601 run.sh:2"]),
    "source exports right": ({"run.sh": "source \"$(dirname \"${BASH_SOURCE[0]}\")/env.sh\"\npython3 tools/train.py configs/a.py\n",
                              "env.sh": "export WORLD_SIZE=1\n"}, []),
    # Counts.
    "nproc gpu": ({"run.sh": "torchrun --nproc_per_node=gpu tools/plain.py\n"}, ["error MM604 run.sh:1"]),
    "nproc auto": ({"run.sh": "torchrun --nproc-per-node auto tools/plain.py\n"}, ["warning MM604 run.sh:1"]),
    "nproc cpu": ({"run.sh": "torchrun --nproc_per_node=cpu tools/plain.py\n"}, []),
    "nvidia-smi": ({"run.sh": "GPUS=$(nvidia-smi -L | wc -l)\ntorchrun --nproc_per_node=$GPUS tools/plain.py\n"}, ["error MM604 run.sh:2"]),
    "nvidia-smi as a default": ({"run.sh": "GPUS=${GPUS:-$(nvidia-smi -L | wc -l)}\ntorchrun --nproc_per_node=$GPUS tools/plain.py\n"},
                                ["warning MM604 run.sh:2"]),
    "nvidia-smi with a fallback": ({"run.sh": "GPUS=$(nvidia-smi -L 2>/dev/null | wc -l)\nif [ \"$GPUS\" -eq 0 ]; then\n  GPUS=2\nfi\n"
                                              "torchrun --nproc_per_node=$GPUS tools/plain.py\n"}, []),
    "nvidia-smi in a branch": ({"run.sh": "GPUS=$(nvidia-smi -L | wc -l)\nif [ $GPUS -gt 1 ]; then\n  torchrun --nproc_per_node=$GPUS tools/plain.py\n"
                                          "else\n  torchrun --nproc_per_node=2 tools/plain.py\nfi\n"}, []),
    "device_count": ({"run.sh": "N=$(python3 -c 'import torch; print(torch.cuda.device_count())')\ntorchrun --nproc_per_node=\"$N\" tools/plain.py\n"},
                     ["error MM604 run.sh:2"]),
    "nproc by a card list": ({"run.sh": "CARDS=0,1,2\nN=$(echo $CARDS | tr ',' '\\n' | wc -l)\ntorchrun --nproc_per_node=$N tools/plain.py\n"}, []),
    "nproc is not exported": ({"run.sh": "GPUS=2\ncat > job.sh <<'EOF'\ntorchrun --nproc_per_node=$GPUS tools/plain.py\nEOF\nbash job.sh\n"},
                              ["error MM604 run.sh:3"]),
    "nproc is exported": ({"run.sh": "export GPUS=2\ncat > job.sh <<'EOF'\ntorchrun --nproc_per_node=$GPUS tools/plain.py\nEOF\nbash job.sh\n"}, []),
    "nproc is not set there": ({"run.sh": "GPUS=2\nssh host \"cd $PWD && \"'torchrun --nproc_per_node=$GPUS tools/plain.py'\n"}, ["error MM604 run.sh:2"]),
    "nproc is misspelt": ({"run.sh": "NUM_GPUS=${NUM_GPUS:-2}\ntorchrun --nproc_per_node=$NUM_GPU tools/plain.py\n"}, ["warning MM604 run.sh:2"]),
    "nproc is assigned with blanks": ({"run.sh": "GPUS = 2\ntorchrun --nproc_per_node=$GPUS tools/plain.py\n"}, ["error MM620 run.sh:1"]),
    # Other launchers.
    "deepspeed": ({"run.sh": "deepspeed --num_gpus=2 tools/plain.py --lr 1\n"}, ["error MM609 run.sh:1", "info MM613 run.sh:1"]),
    "deepspeed without": ({"run.sh": "deepspeed --no_local_rank --num_gpus=2 tools/plain.py --lr 1\n"}, ["info MM613 run.sh:1"]),
    "deepspeed right": ({"run.sh": "deepspeed --num_gpus=2 ds.py\n",
                         "ds.py": PLAIN.replace("args =", "parser.add_argument('--local_rank', type=int)\nargs =")}, ["info MM613 run.sh:1"]),
    "torchrun option": ({"run.sh": "torchrun --gpus 2 tools/plain.py\n"}, ["error MM609 run.sh:1"]),
    "torchrun option behind": ({"run.sh": "torchrun tools/plain.py --nproc_per_node=2\n"}, ["error MM609 run.sh:1"]),
    # Programs inside of others.
    "docker": ({"run.sh": f"docker run --rm -it -v $PWD:/w -w /w image:tag {ONE}\n"}, ["error MM601 run.sh:1"]),
    "docker right": ({"run.sh": f"docker run --rm -it --shm-size 8g -v $PWD:/w -w /w image:tag {TWO}\n"}, []),
    "docker option": ({"run.sh": f"docker run --rm -v $PWD:/w -w /w image {TWO} --seed 3\n"}, ["error MM609 run.sh:1"]),
    "docker bash": ({"run.sh": f"docker exec -it box bash -c \"cd /w && {ONE}\"\n"}, ["error MM601 run.sh:1"]),
    "docker environment": ({"run.sh": "docker run -e WORLD_SIZE=8 image python3 tools/train.py configs/a.py\n"}, ["error MM601 run.sh:1"]),
    "docker keeps ours out": ({"run.sh": "export WORLD_SIZE=8\ndocker run image python3 tools/train.py configs/a.py\n"}, []),
    "ssh": ({"run.sh": f"ssh -p 22 node1 \"cd project && {ONE}\"\n"}, ["error MM601 run.sh:1"]),
    "ssh words": ({"run.sh": f"for host in a b; do\n  ssh $host cd project \\&\\& {TWO} --seed 3 &\ndone\nwait\n"}, ["error MM609 run.sh:2"]),
    "ssh right": ({"run.sh": f"ssh node1 'cd project && {TWO}'\n"}, []),
    "tmux": ({"run.sh": f"tmux new-session -d -s train '{ONE}'\n"}, ["error MM601 run.sh:1"]),
    "tmux keys": ({"run.sh": f"tmux new -d -s train\ntmux send-keys -t train \"{ONE}\" C-m\n"}, ["error MM601 run.sh:2"]),
    "tmux right": ({"run.sh": f"tmux new-session -d -s train '{TWO}'\n"}, []),
    "screen": ({"run.sh": f"screen -dmS train bash -c '{ONE}; exec bash'\n"}, ["error MM601 run.sh:1"]),
    "screen words": ({"run.sh": f"screen -dmS train {TWO} --seed 3\n"}, ["error MM609 run.sh:1"]),
    "screen right": ({"run.sh": f"screen -L -dmS train {TWO}\n"}, []),
    "xargs": ({"run.sh": "ls configs/*.py | xargs -I{} python3 tools/train.py {} --launcher pytorch\n"}, ["error MM601 run.sh:1"]),
    "xargs option": ({"run.sh": "ls configs/*.py | xargs -n 1 torchrun --nproc_per_node=2 tools/train.py --launcher pytorch --seed 3\n"},
                     ["error MM609 run.sh:1"]),
    "xargs right": ({"run.sh": "ls configs/*.py | xargs -n1 torchrun --nproc_per_node=2 tools/train.py --launcher pytorch\n"}, []),
    "docker cards": ({"run.sh": f"docker run --rm --gpus all -v $PWD:/w -w /w image {TWO}\n"}, ["error MM621 run.sh:1"]),
    # Here-documents.
    "script written": ({"run.sh": f"cat > job.sh <<EOF\n#!/bin/bash\n{ONE}\nEOF\nbash job.sh\n"}, ["error MM601 run.sh:3"]),
    "script written with values": ({"run.sh": f"EXTRA=\"--seed 3\"\ncat <<EOF > job.sh\n{TWO} $EXTRA\nEOF\nchmod +x job.sh\n./job.sh\n"},
                                   ["error MM609 run.sh:1"]),
    "script written, not run": ({"run.sh": f"cat > job.sh <<EOF\n{ONE}\nEOF\n"}, []),
    "script written right": ({"run.sh": f"cat > job.sh <<'EOF'\n{TWO}\nEOF\nbash job.sh\n"}, []),
    "script by echo": ({"run.sh": f"echo \"{ONE}\" > job.sh\nsh job.sh\n"}, ["error MM601 run.sh:1"]),
    "bash reads": ({"run.sh": f"bash <<EOF\n{ONE}\nEOF\n"}, ["error MM601 run.sh:2"]),
    "bash reads right": ({"run.sh": f"bash -s <<'EOF'\nset -e\n{TWO}\nEOF\n"}, []),
    "ssh reads": ({"run.sh": f"ssh node1 bash -s <<'EOF'\ncd project\n{ONE}\nEOF\n"}, ["error MM601 run.sh:3"]),
    "sbatch reads": ({"run.sh": f"sbatch <<EOF\n#!/bin/bash\n#SBATCH -N 1\n{ONE}\nEOF\n"}, ["error MM601 run.sh:4"]),
    "sbatch written": ({"run.sh": f"cat <<EOF > job.slurm\n#!/bin/bash\n{ONE}\nEOF\nsbatch job.slurm\n"}, ["error MM601 run.sh:3"]),
    "sbatch file": ({"run.sh": "sbatch -N 1 jobs/one.slurm\n", "jobs/one.slurm": f"#SBATCH -n 1\n{ONE}\n"},
                    ["error MM601 jobs/one.slurm:2"]),
    "job alone": ({"jobs/one.sbatch": f"#!/bin/bash\n#SBATCH -n 1\n{ONE}\n"}, ["error MM601 jobs/one.sbatch:3"]),
    "sbatch python right": ({"run.sh": "sbatch tools/alone.py\n"}, []),
    "python reads": ({"run.sh": "BACKEND=nccl\npython3 - <<EOF\nimport torch\nimport torch.distributed as dist\n"
                                "dist.init_process_group('$BACKEND')\nnet = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))\nEOF\n"},
                     ["error MM504 run.sh:5"]),
    "python reads right": ({"run.sh": "BACKEND=gloo\npython3 - <<EOF\nimport torch\nimport torch.distributed as dist\n"
                                      "dist.init_process_group('$BACKEND')\nnet = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))\nEOF\n"}, []),
    # Defaults.
    "getopts": ({"run.sh": "EXTRA=\"--seed 3\"\nwhile getopts 'g:e:' o; do\n  case $o in\n    g) GPUS=$OPTARG ;;\n    e) EXTRA=$OPTARG ;;\n  esac\n"
                           f"done\n{TWO} $EXTRA\n"}, ["warning MM609 run.sh:1"]),
    "getopts right": ({"run.sh": "GPUS=2\nwhile getopts 'g:' o; do\n  case $o in\n    g) GPUS=$OPTARG ;;\n  esac\ndone\n"
                                 "torchrun --nproc_per_node=$GPUS tools/plain.py\n"}, []),
    "default launcher": ({"run.sh": "python3 tools/train.py configs/a.py --launcher ${1:-pytorch}\n"}, ["warning MM601 run.sh:1"]),
    "default launcher right": ({"run.sh": "python3 tools/train.py configs/a.py --launcher ${1:-none}\n"}, []),
    "default launcher used": ({"run.sh": "bash train.sh\n", "train.sh": "python3 tools/train.py configs/a.py --launcher ${1:-pytorch}\n"},
                              ["error MM601 train.sh:1"]),
    # What argparse refuses.
    "choice": ({"run.sh": "torchrun --nproc_per_node=2 choose.py --backend mpi2\n",
                "choose.py": PLAIN.replace("args =", "parser.add_argument('--backend', choices=['gloo', 'nccl'])\nargs =")},
               ["error MM609 run.sh:1"]),
    "choice right": ({"run.sh": "torchrun --nproc_per_node=2 choose.py --backend gloo\n",
                      "choose.py": PLAIN.replace("args =", "parser.add_argument('--backend', choices=['gloo', 'nccl'])\nargs =")}, []),
    "type": ({"run.sh": "torchrun --nproc_per_node=2 count.py --cards 0,1\n",
              "count.py": PLAIN.replace("args =", "parser.add_argument('--cards', type=int)\nargs =")}, ["error MM609 run.sh:1"]),
    "required": ({"run.sh": "torchrun --nproc_per_node=2 tools/train.py --launcher pytorch\n"}, ["error MM609 run.sh:1"]),
    "required by an option": ({"run.sh": "torchrun --nproc_per_node=2 data.py --lr 1\n",
                               "data.py": PLAIN.replace("args =", "parser.add_argument('--data', required=True)\nargs =")},
                              ["error MM609 run.sh:1"]),
    "required, may be given": ({"run.sh": "torchrun --nproc_per_node=2 tools/train.py --launcher pytorch \"$@\"\n"}, []),
    "parameter left out": ({"run.sh": "bash tools/dist_train.sh configs/a.py\n"}, ["error MM604 run.sh:1"]),
    "parameters in the wrong order": ({"run.sh": "bash tools/dist_train.sh 2 configs/a.py\n"}, ["error MM604 run.sh:1"]),
    "module": ({"run.sh": "torchrun --nproc_per_node=2 -m tools.plain --seed 3\n"}, ["error MM609 run.sh:1"]),
    "module right": ({"run.sh": "torchrun --nproc_per_node=2 -m tools.plain --lr 3\n"}, []),
    # Ports.
    "port at once": ({"run.sh": "torchrun --nproc_per_node=2 tools/plain.py &\ntorchrun --nproc_per_node=2 tools/plain.py &\nwait\n"},
                     ["error MM614 run.sh:2"]),
    "port in a loop": ({"run.sh": "for lr in 1 2; do\n  torchrun --nproc_per_node=2 --master_port=29501 tools/plain.py --lr $lr &\ndone\nwait\n"},
                       ["error MM614 run.sh:2"]),
    "ports differ": ({"run.sh": "torchrun --nproc_per_node=2 --master_port=29501 tools/plain.py &\n"
                                "torchrun --standalone --nproc_per_node=2 tools/plain.py &\nwait\n"}, []),
    "one port after the other": ({"run.sh": "for lr in 1 2; do\n  torchrun --nproc_per_node=2 tools/plain.py --lr $lr &\n  wait\ndone\n"
                                            "torchrun --nproc_per_node=2 tools/plain.py\n"}, []),
    # A fallback.
    "fallback": ({"run.sh": "if command -v torchrun > /dev/null; then\n  torchrun --nproc_per_node=2 tools/plain.py\nelse\n"
                            "  python -m torch.distributed.launch --nproc_per_node=2 tools/plain.py\nfi\n"}, []),
    "fallback early": ({"run.sh": "if which torchrun; then\n  torchrun --nproc_per_node=2 tools/plain.py\n  exit\nfi\n"
                                  "python -m torch.distributed.launch --nproc_per_node=2 tools/plain.py\n"}, []),
    "fallback by a variable": ({"run.sh": "LAUNCH=\"python -m torch.distributed.launch\"\ncommand -v torchrun > /dev/null && LAUNCH=torchrun\n"
                                          "$LAUNCH --nproc_per_node=2 tools/plain.py\n"}, []),
    "old spelling": ({"run.sh": "python3 -m torch.distributed.launch --nproc_per_node=2 old.py\n",
                      "old.py": PLAIN.replace("args =", "parser.add_argument('--local_rank', type=int)\nargs =")},
                     ["info MM602 run.sh:1"]),
    "new spelling": ({"run.sh": "python3 -m torch.distributed.launch --nproc_per_node=2 new.py\n",
                      "new.py": PLAIN.replace("args =", "parser.add_argument('--local-rank', type=int)\nargs =")},
                     ["error MM602 run.sh:1"]),
    "both spellings": ({"run.sh": "python3 -m torch.distributed.launch --nproc_per_node=2 both.py\n",
                        "both.py": PLAIN.replace("args =", "parser.add_argument('--local_rank', '--local-rank', type=int)\nargs =")},
                       ["info MM602 run.sh:1"]),
    "no fallback": ({"run.sh": "if [ -n \"$1\" ]; then\n  echo $1\nfi\npython -m torch.distributed.launch --nproc_per_node=2 tools/plain.py\n"},
                    ["error MM602 run.sh:4"]),
    # Ranks without a process group.
    "no group": ({"run.sh": "torchrun --nproc_per_node=2 tools/alone.py\n"}, ["error MM618 run.sh:1"]),
    "no group alone": ({"run.sh": "torchrun --nproc_per_node=1 tools/alone.py\n"}, []),
    "no group by python": ({"run.sh": "python3 tools/alone.py\n"}, []),
    "no group, launcher left out": ({"run.sh": "torchrun --nproc_per_node=2 tools/train.py configs/a.py\n"}, ["error MM618 run.sh:1"]),
    "no group by accelerate": ({"run.sh": "accelerate launch --num_processes 2 tools/alone.py\n"}, ["error MM618 run.sh:1"]),
    "group": ({"run.sh": "torchrun --nproc_per_node=2 tools/plain.py\n"}, []),
    "no group, others may": ({"run.sh": "torchrun --nproc_per_node=2 other.py\n", "other.py": "import lightning\n" + ALONE.replace("net.pth", "x")}, []),
    "no group without --local_rank": ({"run.sh": "torchrun --nproc_per_node=2 rank.py\n",
                                       "rank.py": PLAIN.replace("args =", "parser.add_argument('--local_rank', type=int, default=-1)\nargs =")
                                       .replace("dist.init", "if args.local_rank != -1:\n    dist.init")
                                       .replace("DistributedDataParallel(torch.nn.Linear(2, 1))", "torch.nn.Linear(2, 1)")},
                                      ["error MM618 run.sh:1"]),
    # Ranks by hand.
    "ranks in turn": ({"run.sh": "export WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=29500\nfor r in 0 1; do\n"
                                 "  RANK=$r LOCAL_RANK=$r python3 tools/plain.py\ndone\n"}, ["error MM616 run.sh:3"]),
    "ranks at once": ({"run.sh": "export WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=29500\nfor r in 0 1; do\n"
                                 "  RANK=$r LOCAL_RANK=$r python3 tools/plain.py &\ndone\nwait\n"}, []),
    "ranks with a port each": ({"run.sh": "export WORLD_SIZE=2 MASTER_ADDR=localhost\nfor r in 0 1; do\n"
                                          "  MASTER_PORT=$((29500 + r)) RANK=$r LOCAL_RANK=$r python3 tools/plain.py &\ndone\nwait\n"},
                               ["error MM616 run.sh:3"]),
    "no rank": ({"run.sh": "python3 tools/plain.py\n"}, ["warning MM601 run.sh:1"]),
    "no rank by srun": ({"run.sh": "srun -n 2 python3 tools/plain.py\n"}, ["warning MM601 run.sh:1"]),
    # Files.
    "module with a suffix": ({"run.sh": "torchrun --nproc_per_node=2 -m tools.plain.py\n"}, ["error MM608 run.sh:1"]),
    "config from another folder": ({"run.sh": "cd \"$(dirname \"$0\")/tools\"\ntorchrun --nproc_per_node=2 read.py data/line.json\n",
                                    "tools/read.py": PLAIN.replace("args =", "parser.add_argument('data')\nargs ="), "data/line.json": "{}\n"},
                                   ["warning MM608 run.sh:2"]),
    "config from the root": ({"run.sh": "cd \"$(dirname \"$0\")\"\ntorchrun --nproc_per_node=2 tools/read.py data/line.json\n",
                              "tools/read.py": PLAIN.replace("args =", "parser.add_argument('data')\nargs ="), "data/line.json": "{}\n"}, []),
    # What bash refuses.
    "refused": ({"run.sh": f"if [ -n \"$1\" ]; then\n{TWO}\n"}, ["error MM619 run.sh:2"]),
    "refused after a launch": ({"run.sh": f"{TWO} --seed 3\necho a )\n{TWO} --seed 4\n"}, ["error MM609 run.sh:1", "error MM619 run.sh:2"]),
    "refused where it is called": ({"run.sh": "bash tools/one.sh\n", "tools/one.sh": f"{ONE}\nfi\n"},
                                   ["error MM601 tools/one.sh:1", "error MM619 tools/one.sh:2"]),
    "line not continued": ({"run.sh": "torchrun --nproc_per_node=2 \\\n  tools/train.py configs/a.py\n  --launcher pytorch\n"},
                           ["error MM618 run.sh:1", "error MM620 run.sh:3"]),
}


def findings(folder, target="gcu"):
    done = subprocess.run([MMLINT, "check", "--target", target, "--select", "MM5,MM6", "--format", "json", "--exit-zero", "."],
                          check=True, cwd=folder, stdout=subprocess.PIPE)
    return [f"{each['severity']} {each['code']} {each['path']}:{each['line']}" for each in json.loads(done.stdout)["diagnostics"]
            if each["path"].endswith((".sh", ".slurm", ".sbatch"))]


class Reach(unittest.TestCase):
    forms = FORMS

    def test_forms(self):
        with tempfile.TemporaryDirectory() as temporary:
            top = Path(temporary).resolve()
            for form, (files, _) in self.forms.items():
                folder = top / form
                (folder / ".git").mkdir(parents=True)
                for path, text in {**FILES, **files}.items():
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).write_text(text, encoding="utf-8")
            for form, (_, expected) in self.forms.items():
                with self.subTest(form=form):
                    self.assertEqual(sorted(findings(top / form)), sorted(expected))


if __name__ == "__main__":
    if sys.argv[1:]:
        Reach.forms = {form: FORMS[form] for form in sys.argv[1:]}
        del sys.argv[1:]
    unittest.main()
