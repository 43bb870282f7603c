#!/bin/bash
FLAGS='--train_batch_size 4 --num_train_epochs 2'
python -m torch.distributed.launch --nproc_per_node=2 run_mlm.py $FLAGS  # truth: dies
