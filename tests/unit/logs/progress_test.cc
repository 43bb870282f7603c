#include "logs/progress.h"

#include <doctest/doctest.h>

using namespace mmlint::logs;

TEST_CASE("a step is reported with the value of a loss") {
  for (const char* text : {
           "Epoch(train)  [1][ 50/100]  lr: 1.0e-02  eta: 0:10:00",
           "Epoch [1][50/100]  lr: 0.01",
           "step 12/100 loss 0.3100",
           "Train Epoch: 1 [640/60000 (1%)]\tLoss: 2.301",
           "iter: 4, losses: {'loss_ce': 0.31, 'acc': 0.5}",
           "Epoch: [0][ 10/391] Time 0.1 (0.2) Loss 6.9e+00 (6.91e+00)",
           " 12%|#2   | 6/50 [00:04<00:31,  1.41it/s, loss=0.31]",
           "epoch 3: train/loss=nan",
           "step 7 loss tensor(0.5123, grad_fn=<MulBackward0>)",
       }) {
    CAPTURE(text);
    CHECK(reports_step(text));
  }
}

TEST_CASE("code, messages and settings report no step") {
  for (const char* text : {
           "loss = model[0].train_step(next(iterator))",
           "loss = 0.5 * criterion(outputs, step)",
           "losses = {step: 0 for step in range(10)}",
           "    loss_of_step3 = compute(batch)",
           "ValueError: the loss of step 3 is not finite",
           "steps_per_epoch: 100",
           "the epoch has no loss",
           "loss: 0.31",
       }) {
    CAPTURE(text);
    CHECK_FALSE(reports_step(text));
  }
}
