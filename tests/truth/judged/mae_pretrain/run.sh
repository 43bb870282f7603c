export OMP_NUM_THREADS=1
torchrun --nproc_per_node=2 main_pretrain.py --batch_size 8 --mask_ratio 0.6
