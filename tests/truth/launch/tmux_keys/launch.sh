#!/usr/bin/env bash
SESSION=line
tmux new-session -d -s $SESSION
tmux send-keys -t $SESSION "python -m torch.distributed.launch --nproc_per_node=2 train.py --lr 0.3" C-m  # truth: dies
