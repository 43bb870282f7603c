"""Stand-in for Cambricon's torch_mlu on a host with two cards and no CUDA: torch.mlu, Tensor.mlu, Module.mlu, backend
cncl. torch.cuda stays as it is."""
import accel_standin

mlu = accel_standin.install('mlu', 'cncl', 'torch_mlu.mlu')
__version__ = '1.24.1+standin'
