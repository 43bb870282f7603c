import torch

try:
    from amp_C import multi_tensor_l2norm
    multi_tensor_l2norm_available = True
except ImportError:
    multi_tensor_l2norm_available = False


def apply_to_sample(f, sample):
    if torch.is_tensor(sample):
        return f(sample)
    if isinstance(sample, dict):
        return {key: apply_to_sample(f, value) for key, value in sample.items()}
    if isinstance(sample, list):
        return [apply_to_sample(f, x) for x in sample]
    return sample


def move_to_cuda(sample, device=None):
    device = device or torch.cuda.current_device()

    def _move_to_cuda(tensor):
        return tensor.to(device=device, non_blocking=True)

    return apply_to_sample(_move_to_cuda, sample)


def move_to_cpu(sample):
    return apply_to_sample(lambda t: t.cpu(), sample)


def clip_grad_norm_(params, max_norm):
    grads = [p.grad.detach() for p in params if p.grad is not None]
    if multi_tensor_l2norm_available and grads[0].is_cuda:
        chunk = torch.cuda.IntTensor([0])
        total = multi_tensor_l2norm(2048 * 32, chunk, [grads], False)[0]
    else:
        total = torch.norm(torch.stack([torch.norm(g, p=2) for g in grads]))
    for g in grads:
        g.mul_((max_norm / (total + 1e-6)).clamp_(max=1))
    return total


class CudaEnvironment:
    def __init__(self):
        cur_device = torch.cuda.current_device()
        prop = torch.cuda.get_device_properties("cuda:{}".format(cur_device))
        self.name = prop.name
        self.total_memory_in_GB = prop.total_memory / 1024 / 1024 / 1024

    @staticmethod
    def pretty_print_cuda_env_list(envs):
        for r, env in enumerate(envs):
            print(r, env.name, env.total_memory_in_GB)
