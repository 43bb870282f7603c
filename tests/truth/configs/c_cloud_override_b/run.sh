#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/pointnet_cards.py \
    --cfg-options train_dataloader.dataset.pipeline.1.device=cpu
