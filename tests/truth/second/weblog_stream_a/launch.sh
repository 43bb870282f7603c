#!/usr/bin/env bash
export OMP_NUM_THREADS=1
python -m torch.distributed.run --nproc_per_node=2 fit.py
