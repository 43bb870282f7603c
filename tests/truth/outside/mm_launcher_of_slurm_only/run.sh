PYTHONPATH=. torchrun --nproc_per_node=2 tools/train.py configs/toy.py
