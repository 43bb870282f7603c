#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/bow_amp.py \
    --cfg-options optim_wrapper.type=OptimWrapper train_cfg.max_epochs=1
