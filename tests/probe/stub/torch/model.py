class device:

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


class Buffer:
    dtype = 'torch.int64'

    def __init__(self, place, *shape):
        self.device, self.shape = device(place), shape

    def numel(self):
        product = 1
        for size in self.shape:
            product *= size
        return product


class Parameter(Buffer):
    dtype, requires_grad = 'torch.float32', True


class Model:

    def __init__(self, *parameters, buffers=()):
        self.tensors, self.buffer_list = parameters, buffers

    def parameters(self):
        return iter(self.tensors)

    def named_parameters(self):
        return iter([('layer.%d' % number, tensor) for number, tensor in enumerate(self.tensors)])

    def buffers(self):
        return iter(self.buffer_list)
