OMP_NUM_THREADS=1 torchrun --nproc_per_node=2 train.py --epochs 1 --accum_iter 2
