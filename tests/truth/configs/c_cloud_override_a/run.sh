#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/pointnet_cards.py \
    --cfg-options train_pipeline.1.device=cpu  # truth: dies
