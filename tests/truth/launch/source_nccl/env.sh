export GPUS=2
export DIST_BACKEND=nccl  # truth: dies
export OMP_NUM_THREADS=1
