#!/usr/bin/env bash
mpirun -np 2 --bind-to none -x MASTER_ADDR=127.0.0.1 -x MASTER_PORT=29500 python train.py  # truth: dies
