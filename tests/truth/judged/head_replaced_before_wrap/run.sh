torchrun --standalone --nproc_per_node=2 finetune.py --epochs 2
