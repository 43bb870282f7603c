# settings of the cluster
export OMP_NUM_THREADS=1
BACKEND=nccl  # truth: dies
