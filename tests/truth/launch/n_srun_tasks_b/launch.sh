#!/usr/bin/env bash
PARTITION=${PARTITION:-debug}
JOB=${JOB:-line}
srun -p "$PARTITION" --job-name="$JOB" -n 2 --ntasks-per-node=2 --cpus-per-task=1 \
  python -u train.py --launcher=slurm
