export GPUS=2
export DIST_BACKEND=gloo
export OMP_NUM_THREADS=1
