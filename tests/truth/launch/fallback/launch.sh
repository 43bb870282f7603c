#!/usr/bin/env bash
if command -v torchrun >/dev/null; then
  LAUNCH=(torchrun)
else
  LAUNCH=(python -m torch.distributed.launch --use_env)
fi
"${LAUNCH[@]}" --nproc_per_node=2 --master_port=29544 train.py --lr 0.2
