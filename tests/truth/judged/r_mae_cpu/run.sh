torchrun --nproc_per_node=2 main_pretrain.py --device cpu --accum_iter 2 --batch_size 8
