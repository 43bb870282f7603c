#!/usr/bin/env bash
set -x

PARTITION=$1
JOB_NAME=$2
GPUS=${GPUS:-2}
GPUS_PER_NODE=${GPUS_PER_NODE:-2}
SRUN_ARGS=${SRUN_ARGS:-""}
PY_ARGS=${@:3}

srun -p ${PARTITION} \
    --job-name=${JOB_NAME} \
    --gres=gpu:${GPUS_PER_NODE} \
    --ntasks=${GPUS} \
    --ntasks-per-node=${GPUS_PER_NODE} \
    --kill-on-bad-exit=1 \
    ${SRUN_ARGS} \
    python -u train.py --launcher="slurm" ${PY_ARGS}
