import torch


def autocast_dtype():
    if torch.cuda.is_bf16_supported():  # truth: dies
        return torch.bfloat16
    return torch.float16
