from agent import Learner
from envs import LineWorld
from settings import Settings


def run(settings: Settings):
    learner = Learner(settings)
    env = LineWorld(seed=settings.seed + learner.rank)
    for episode in range(settings.episodes):
        rollout = env.rollout(learner.policy, settings.horizon)
        loss = learner.update(rollout)
        if learner.is_chief:
            print(f"episode {episode} loss {loss:.3f}")
    learner.close()


if __name__ == "__main__":
    run(Settings.from_cli())
