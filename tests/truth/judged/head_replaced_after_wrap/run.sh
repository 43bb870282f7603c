torchrun --standalone --nproc_per_node=2 finetune.py --num_classes 3
