PYTHONPATH=. torchrun --nproc_per_node=2 tools/train.py configs/lazy/toy_lazy.py
