# settings of the cluster
export OMP_NUM_THREADS=1
NPROC=2
