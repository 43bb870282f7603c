#!/usr/bin/env bash
export PYTHONPATH=.
torchrun --nproc_per_node=2 tools/train.py configs/toy_cpu.py --launcher pytorch --cfg-options train_cfg.max_epochs=2 optim_wrapper.optimizer.lr=0.002
