#!/bin/bash
set -euo pipefail
cd "$(dirname "$0")"
NPROC=${NPROC:-2}
torchrun --nproc_per_node="$NPROC" --master_port=29511 run_pose.py --num_train_epochs 2
