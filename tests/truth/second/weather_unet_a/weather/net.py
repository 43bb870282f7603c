from torch import nn


def forecaster(channels: int = 3, width: int = 6) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(channels, width, 3, padding=1, padding_mode="circular"),
        nn.GELU(),
        nn.Conv2d(width, channels, 1),
    )
