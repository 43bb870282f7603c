from mmengine.registry import LOOPS
from mmengine.runner import EpochBasedTrainLoop


@LOOPS.register_module()
class StageLoop(EpochBasedTrainLoop):
    """Some epochs for each stage, each with its own ratio of masked patches."""

    def __init__(self, runner, dataloader, stages, **kwargs):
        super().__init__(runner, dataloader, sum(s['epochs'] for s in stages), **kwargs)
        self.stages = stages

    def run(self):
        self.runner.call_hook('before_train')
        for stage in self.stages:
            self.runner.model.ratio = stage['ratio']
            for _ in range(stage['epochs']):
                self.run_epoch()
        self.runner.call_hook('after_train')
        return self.runner.model

    def run_epoch(self):  # truth: wrong
        self.runner.call_hook('before_train_epoch')  # truth: wrong
        self.runner.model.train()
        for idx, data_batch in enumerate(self.dataloader):
            self.run_iter(idx, data_batch)
        self.runner.call_hook('after_train_epoch')  # truth: wrong
