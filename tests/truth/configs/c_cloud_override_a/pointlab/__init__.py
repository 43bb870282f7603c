from .clouds import CloudDataset, Jitter, ToDevice
from .pointnet import PointNet, ShapeAcc

__all__ = ['CloudDataset', 'Jitter', 'PointNet', 'ShapeAcc', 'ToDevice']
