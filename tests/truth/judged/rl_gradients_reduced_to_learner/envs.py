import torch


class LineWorld:
    """Walk right on a line; the reward is the position."""

    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def rollout(self, policy, horizon):
        position = torch.zeros(1)
        log_probs, rewards = [], []
        for _ in range(horizon):
            probs = policy(torch.cat([position, position.abs()])).softmax(-1)
            action = torch.multinomial(probs.detach(), 1, generator=self.generator)
            log_probs.append(probs[action].log())
            position = position + (1.0 if action.item() == 1 else -1.0)
            rewards.append(position.item())
        return torch.cat(log_probs), rewards
