import hashlib
import json
import os

import torch.distributed as dist
from mmengine.hooks import Hook
from mmengine.registry import HOOKS


@HOOKS.register_module()
class ReportHook(Hook):
    """Writes how this rank has trained to the file that $REPORT names."""

    def after_train(self, runner):
        model = runner.model
        digest = hashlib.sha256()
        for name, parameter in sorted(getattr(model, 'module', model).named_parameters()):
            digest.update(name.encode() + parameter.detach().numpy().tobytes())
        report = dict(
            model=type(model).__name__,
            steps=runner.iter,
            backend=dist.get_backend() if dist.is_initialized() else None,
            weights=digest.hexdigest(),
            **{name: getattr(model, name, 'absent') for name in
               ('device_ids', 'output_device', 'broadcast_buffers', 'find_unused_parameters')})
        with open(os.environ['REPORT'], 'w') as file:
            json.dump(report, file)
