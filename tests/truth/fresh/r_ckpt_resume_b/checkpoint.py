import os

import torch


class CheckpointManager:
    def __init__(self, folder, **parts):
        self.folder, self.parts = folder, parts

    @property
    def path(self):
        return os.path.join(self.folder, 'latest.pth')

    def save(self, step):
        os.makedirs(self.folder, exist_ok=True)
        content = {name: part.state_dict() for name, part in self.parts.items()}
        content['rng'] = {'cpu': torch.get_rng_state()}
        content['rng']['cuda'] = torch.cuda.get_rng_state_all()
        torch.save({'step': step, **content}, self.path)

    def restore(self, device):
        content = torch.load(self.path, map_location=device)
        for name, part in self.parts.items():
            part.load_state_dict(content[name])
        return content['step']
