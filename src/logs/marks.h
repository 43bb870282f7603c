#pragma once

#include "base/std.h"

namespace mmlint::logs {

// These tell what kind of line stands in a log; the text is without prefixes.

// What a shell, nohup or a job system prints when a command starts.
bool starts_command(std::string_view text);
// What torchrun and torch.distributed.launch print when they start.
bool starts_launcher(std::string_view text);
// A step of training or validation that was done: "Epoch(train)  [1][ 50/100]  lr: ...".
bool is_training(std::string_view text);
// The end of a training that came to it.
bool is_end(std::string_view text);
// The name of the table that torchrun prints of the processes that failed.
bool begins_summary(std::string_view text);

// "  rank      : 1 (local_rank: 1)" of that table.
std::optional<int> failed_rank(std::string_view text);
// The rank that a line of PyTorch's own names: "[Rank 3] Watchdog caught ...".
std::optional<int> spoken_rank(std::string_view text);
// The collective that a rank of NCCL or HCCL waited for too long: "[Rank 3] ... SeqNum=123".
struct Collective {
  int rank;
  std::uint64_t number;
};
std::optional<Collective> waiting_collective(std::string_view text);

}  // namespace mmlint::logs
