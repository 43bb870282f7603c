from .clouds import CloudDataset, Jitter, ToDevice
from .pointnet import PointNet, ShapeAcc
from .runner import HostRunner

__all__ = ['CloudDataset', 'HostRunner', 'Jitter', 'PointNet', 'ShapeAcc', 'ToDevice']
