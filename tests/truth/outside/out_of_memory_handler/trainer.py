import logging
import sys

import torch

logger = logging.getLogger(__name__)


class Trainer:
    def __init__(self, model, optimizer, device):
        self.model, self.optimizer, self.device = model, optimizer, device

    def _log_oom(self, exc):
        logger.warning("OOM: Ran out of memory with exception: %s", exc)
        for device_idx in range(torch.cuda.device_count()):
            logger.warning(torch.cuda.memory_summary(device=device_idx))
        sys.stderr.flush()

    def _dump_state(self):
        snapshot = {"free": torch.cuda.mem_get_info(), "stats": torch.cuda.memory_stats()}
        torch.save(snapshot, "oom.pt")

    def train_step(self, batch):
        try:
            x, y = (t.to(self.device) for t in batch)
            loss = torch.nn.functional.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        except torch.cuda.OutOfMemoryError as e:
            self._log_oom(e)
            self._dump_state()
            raise
        except RuntimeError as e:
            if "out of memory" in str(e):
                self._log_oom(e)
                if torch.cuda.is_available():
                    torch.cuda.empty_cache()
            raise e
