torchrun --nproc_per_node=2 main_finetune.py --epochs 2 --clip_grad 1.0
