import glob
import os

import torch


def load_checkpoint(filepath, device):
    assert os.path.isfile(filepath)
    return torch.load(filepath, map_location=device)


def scan_checkpoint(cp_dir, prefix):
    cp_list = glob.glob(os.path.join(cp_dir, prefix + '????????'))
    return sorted(cp_list)[-1] if cp_list else None
