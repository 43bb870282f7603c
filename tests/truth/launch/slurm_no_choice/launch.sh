#!/usr/bin/env bash
bash slurm_train.sh gpu line --epochs 1
