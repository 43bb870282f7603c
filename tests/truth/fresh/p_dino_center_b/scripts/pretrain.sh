#!/bin/bash
cd "$(dirname "$0")/.."
python -m torch.distributed.run --nproc_per_node=2 main_dino.py --epochs 2
