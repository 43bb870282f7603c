#!/bin/bash
NNODES=${NNODES:-1}
GPUS_PER_NODE=${GPUS_PER_NODE:-2}
NODE_RANK=${NODE_RANK:-0}
DISTRIBUTED_ARGS="
    --nproc_per_node $GPUS_PER_NODE \
    --nnodes $NNODES \
    --node_rank $NODE_RANK \
    --master_addr 127.0.0.1 \
    --master_port 29723
"
torchrun $DISTRIBUTED_ARGS train.py --epochs 1
