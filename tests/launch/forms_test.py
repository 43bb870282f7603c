"""Every form that launch scripts were seen to take (forms L1 to L22 of docs/forms.md) has its verdict on gcu, and what
only looks like one of them is silent; nothing of it is said on cuda and rocm but what is wrong everywhere.

usage: forms_test.py
"""

import json
import os
import subprocess
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
parser.add_argument('--amp', action='store_true')
args = parser.parse_args()
cfg = Config.fromfile(args.config)
if args.amp:
    cfg.optim_wrapper.type = 'AmpOptimWrapper'
Runner.from_cfg(cfg).train()
"""
FILES = {"tools/train.py": TRAIN, "configs/a.py": "x = 1\n", "tools/check_env.py": "print('fine')\n",
         "tools/dead.py": TRAIN.replace("if args.amp:\n    cfg.optim_wrapper.type = 'AmpOptimWrapper'\n", ""),
         "tools/more.py": TRAIN.replace("args =", "args, _ =").replace("parse_args", "parse_known_args")}

# Form -> launch script, findings on gcu as 'level code line', and those of them that are true on cuda and rocm too.
FORMS = {
    "L1": ("""torchrun \\
    --nnodes=$NNODES --node_rank=${NODE_RANK:-0} \\
    --master_addr=$MASTER_ADDR --nproc_per_node="$GPUS" \\
    tools/train.py "$CONFIG" --launcher pytorch ${@:3}
""", [], []),
    "L2": ("python3 -m torch.distributed.run \\\n  --nproc_per_node=8 tools/train.py configs/a.py --launcher=pytorch\n", [], []),
    "L3": ("python3 -m torch.distributed.launch --nproc_per_node=8 $SCRIPT configs/a.py\n", ["info MM602 1"], []),
    "L3 refused": ("python -m torch.distributed.launch --nproc_per_node=8 tools/train.py configs/a.py\n",
                   ["error MM602 1"], ["error MM602 1"]),
    "L3 use_env": ("python -m torch.distributed.launch --use_env --nproc_per_node=8 tools/train.py configs/a.py\n",
                   ["info MM602 1"], []),
    "L4": ("""TRAIN_CMD="python3 tools/train.py configs/a.py \\\\
  --launcher pytorch"
$TRAIN_CMD
""", ["error MM601 1", "error MM609 1"], ["error MM601 1", "error MM609 1"]),  # bash passes the backslash on
    "L4 eval": ("TRAIN_CMD=\"python3 tools/train.py configs/a.py\"\neval \"$TRAIN_CMD --launcher pytorch\"\n",
                ["error MM601 1"], ["error MM601 1"]),
    "L4 bash -c": ("CMD='python3 tools/train.py configs/a.py --launcher pytorch'\nnohup bash -c \"$CMD\" > log 2>&1 &\n",
                   ["error MM601 1"], ["error MM601 1"]),
    "L4 not run": ("CMD='python3 tools/train.py configs/a.py --launcher pytorch'\necho \"$CMD\"\n", [], []),
    "L5": ("""for i in {0..7}; do
  export RANK=$i LOCAL_RANK=$i
  python3 tools/train.py configs/a.py --launcher pytorch &
done
wait
""", ["warning MM616 3"], ["warning MM616 3"]),
    "L5 complete": ("""export WORLD_SIZE=8 MASTER_ADDR=127.0.0.1 MASTER_PORT=29500
for i in $(seq 0 7); do
  RANK=$i LOCAL_RANK=$i python3 tools/train.py configs/a.py --launcher pytorch &
done
wait
""", [], []),
    "L6": ("export WORLD_SIZE=8\npython3 tools/train.py configs/a.py\n", ["error MM601 2"], ["error MM601 2"]),
    "L7": ("""export WORLD_SIZE=1
python3 tools/train.py configs/a.py
python3 tools/train.py configs/a.py --launcher none
""", [], []),
    "L8": ("mpirun -np $N python3 train_horovod.py\ndeepspeed --num_gpus=$N ${SCRIPT}.py\n",
           ["info MM613 1", "warning MM608 1"], ["warning MM608 1"]),
    "L9": ("export CUDA_VISIBLE_DEVICES=0,1,2,3  # 4 GCU cards\npython3 tools/train.py configs/a.py\n", ["info MM603 1"], []),
    "L10": ('export CUDA_VISIBLE_DEVICES=""\npython3 tools/train.py configs/a.py\n', [], []),
    "L11": ("export GCU_VISIBLE_DEVICES=0\nexport TOPS_VISIBLE_DEVICES=0\npython3 tools/train.py configs/a.py\n",
            ["info MM603 1"], ["info MM603 1", "info MM603 2"]),
    "L12": ("""PORT=${MASTER_PORT:-"29500"}
torchrun --nproc_per_node=2 --master_port=$PORT tools/train.py configs/a.py
torchrun --nproc_per_node=2 --master_port=${3:-29500} tools/train.py configs/a.py
torchrun --nproc_per_node=2 --master_port=29511 tools/train.py configs/a.py
""", ["info MM614 4"], ["info MM614 4"]),
    "L13": ("torchrun --standalone --nproc_per_node=8 --master_port=29501 tools/train.py configs/a.py\n",
            ["info MM606 1"], ["info MM606 1"]),
    "L14": ("""export RANK=0
export LOCAL_RANK=0
export WORLD_SIZE=8
torchrun --nproc_per_node=8 tools/train.py configs/a.py
""", ["info MM606 1", "info MM606 2", "info MM606 3"], ["info MM606 1", "info MM606 2", "info MM606 3"]),
    "L15": ("""export NCCL_DEBUG=INFO
export ECCL_BUFFSIZE=1
export TORCH_ECCL_ASYNC_ERROR_HANDLING=1
export GLOO_SOCKET_IFNAME=eth0
export TORCH_DISTRIBUTED_BACKEND=gloo
export XLA_USE_BF16=1
torchrun --nproc_per_node=8 tools/train.py configs/a.py
""", ["info MM605 1", "info MM605 2", "info MM605 3", "info MM605 5"], ["info MM605 2", "info MM605 3", "info MM605 5"]),
    "L16": ("""torchrun --nproc_per_node=8 tools/train.py configs/a.py 2>&1 | tee log
if [ $? -eq 0 ]; then echo done; fi
""", ["info MM610 2"], ["info MM610 2"]),
    "L16 pipefail": ("""set -o pipefail
torchrun --nproc_per_node=8 tools/train.py configs/a.py 2>&1 | tee log
if [ $? -eq 0 ]; then echo done; fi
""", [], []),
    "L17": ("""python3 -c "
import torch
from mmengine.runner import Runner
torch.cuda.set_device(0)
Runner.from_cfg(cfg).train()
"
cat > tools/made.py <<'EOF'
import torch.distributed as dist
from mmengine.runner import Runner
dist.init_process_group(backend='eccl')
Runner.from_cfg(cfg).train()
EOF
python3 -c "import torch; torch.cuda.set_device(0)"
cat > tools/$NAME.py <<EOF
import torch.distributed as dist
dist.init_process_group(backend='$BACKEND')
EOF
cat > notes.txt <<'EOF'
dist.init_process_group(backend='eccl')
EOF
""", ["error MM501 4", "error MM504 10", "error MM507 11"], ["error MM504 10", "error MM507 11"]),
    "L18": ("""echo "torchrun tools/gone.py --launcher pytorch"
echo python3 -m torch.distributed.launch tools/gone.py
pkill -f "torchrun.*train"
sed -i "s/backend='eccl'/backend='gloo'/" configs/a.py
grep -rn "export CUDA_VISIBLE_DEVICES=0" .
usage() {
  cat <<EOF
  usage: CUDA_VISIBLE_DEVICES=0 python train.py --launcher pytorch
EOF
}
""", [], []),
    "L19": ("python3 tools/check_env.py\npython tools/train.py configs/a.py\n", ["info MM615 2"], []),
    "L19 activated": ("source venv/bin/activate\npython3 tools/check_env.py\npython tools/train.py configs/a.py\n", [], []),
    "L20": ("bash scripts/setup_env.sh\ntorchrun --nproc_per_node=8 tools/train.py configs/dino/b.py\n",
            ["warning MM608 1", "warning MM608 2"], ["warning MM608 1", "warning MM608 2"]),
    "L20 not literal": ("torchrun --nproc_per_node=8 tools/train.py configs/$NAME.py\npython3 $ROOT/x.py\n", [], []),
    "L21": ("torchrun --nproc_per_node=8 tools/train.py --config configs/a.py\n", ["error MM609 1"], ["error MM609 1"]),
    "L21 others pass": ("torchrun --nproc_per_node=8 tools/more.py --confi configs/a.py\n", [], []),
    "L22": ("""ARGS="--launcher pytorch"
if [ -n "$FAST" ]; then
  ARGS="$ARGS --amp"
fi
torchrun --nproc_per_node=8 tools/train.py configs/a.py $ARGS
""", [], []),
    "L22 dead": ("torchrun --nproc_per_node=8 tools/dead.py configs/a.py --amp\n", ["info MM607 1"], []),
}


def findings(folder, target):
    done = subprocess.run([MMLINT, "check", "--target", target, "--select", "MM5,MM6", "--format", "json", "--exit-zero", str(folder)],
                          check=True, stdout=subprocess.PIPE)
    out = {}
    for each in json.loads(done.stdout)["diagnostics"]:
        if not each["path"].endswith(".sh"):
            continue
        form = Path(each["path"]).parts[-3 if "tools" in each["path"] else -2]
        out.setdefault(form, []).append(f"{each['severity']} {each['code']} {each['line']}")
    return {form: sorted(list_) for form, list_ in out.items()}


class Forms(unittest.TestCase):
    def test_forms(self):
        with tempfile.TemporaryDirectory() as temporary:
            for form, (script, *_) in FORMS.items():
                folder = Path(temporary).resolve() / form
                for path, text in {**FILES, "run.sh": script}.items():
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).write_text(text, encoding="utf-8")
                if form == "L12":  # the port of another launch script
                    (folder / "first.sh").write_text("torchrun --master_port 29511 tools/train.py configs/a.py\n")
            for target, index in (("gcu", 1), ("cuda", 2), ("rocm", 2)):
                for form, case in FORMS.items():
                    found = findings(Path(temporary) / form, target)
                    # ranks that share MIOpen's cache are a matter of rocm alone
                    mine = [each for each in found.get(form, []) if "MM612" not in each]
                    with self.subTest(form=form, target=target):
                        self.assertEqual(mine, sorted(case[index]))


if __name__ == "__main__":
    unittest.main()
