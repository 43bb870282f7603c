#!/bin/bash
GPUS=${GPUS:-2}
python -m torch.distributed.launch \
    --nproc_per_node=$GPUS \
    --master_port=$((29700 + 17)) \
    train.py --epochs ${EPOCHS:-1}  # truth: dies
