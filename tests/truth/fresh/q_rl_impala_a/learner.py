import argparse

import torch
import torch.multiprocessing as mp
from torch import nn

parser = argparse.ArgumentParser(description='Asynchronous actors, one learner')
parser.add_argument('--num_actors', default=2, type=int)
parser.add_argument('--unroll_length', default=6, type=int)
parser.add_argument('--total_updates', default=4, type=int)
parser.add_argument('--disable_cuda', action='store_true', help='Disable CUDA.')
parser.add_argument('--learning_rate', default=0.005, type=float)


class AtariNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.core = nn.Sequential(nn.Linear(5, 16), nn.ReLU())
        self.policy, self.baseline = nn.Linear(16, 3), nn.Linear(16, 1)

    def forward(self, frame):
        core = self.core(frame)
        return self.policy(core), self.baseline(core).squeeze(-1)


def act(flags, index, queue, model):
    gen = torch.Generator().manual_seed(index)
    for _ in range(flags.total_updates):
        frames = torch.randn(flags.unroll_length, 5, generator=gen)
        with torch.no_grad():
            logits, _ = model(frames)
        actions = torch.multinomial(logits.softmax(-1), 1, generator=gen).squeeze(1)
        reward = frames[:, 0] * (actions - 1)
        queue.put((frames.numpy(), actions.numpy(), reward.numpy()))


def learn(flags, model, actor_model, batch, optimizer):
    frames, actions, reward = (torch.as_tensor(part).to(flags.device) for part in batch)
    logits, baseline = model(frames)
    returns = reward.flip(0).cumsum(0).flip(0)
    advantage = (returns - baseline).detach()
    logp = logits.log_softmax(-1).gather(1, actions.long().unsqueeze(1)).squeeze(1)
    loss = -(logp * advantage).sum() + 0.5 * (returns - baseline).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 40.0)
    optimizer.step()
    actor_model.load_state_dict(model.state_dict())
    return loss.item()


def train(flags):
    name = 'cpu' if flags.disable_cuda else 'cuda'
    flags.device = torch.device(name)
    torch.manual_seed(0)
    actor_model = AtariNet()
    actor_model.share_memory()
    model = AtariNet().to(device=flags.device)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=flags.learning_rate)

    ctx = mp.get_context('spawn')
    queue = ctx.Queue()
    actors = [ctx.Process(target=act, args=(flags, index, queue, actor_model), daemon=True)
              for index in range(flags.num_actors)]
    for actor in actors:
        actor.start()
    for update in range(flags.total_updates):
        loss = learn(flags, model, actor_model, queue.get(), optimizer)
        print(f'update {update} loss {loss:.3f}')
    for actor in actors:
        actor.join()


if __name__ == '__main__':
    train(parser.parse_args())
