#include "logs/marks.h"

namespace mmlint::logs {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// "python tools/train.py" or "torchrun ..." behind a shell's prompt or the "+ " of set -x.
bool is_start_of_python(std::string_view text) {
  for (const std::string_view program : {"python ", "python3 ", "torchrun ", "srun ", "bash ",
                                         "sh ", "mim ", "accelerate ", "mpirun ", "nohup "}) {
    if (text.starts_with(program)) return true;
  }
  return false;
}

// The number behind a word; nullopt if the word is not there or has none.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == text.npos) return std::nullopt;
  const std::string_view rest = text.substr(at + word.size());
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out);
  return error == std::errc() ? std::optional(out) : std::nullopt;
}

}  // namespace

bool starts_command(std::string_view text) {
  if (text.starts_with("nohup: ")) return true;
  if (text.starts_with("Script started on ")) return true;
  if (text.starts_with("+ ")) return is_start_of_python(text.substr(2));
  const std::size_t prompt = std::min(text.find("$ "), text.find("# "));
  return prompt != text.npos && prompt < 120 && is_start_of_python(text.substr(prompt + 2));
}

bool starts_launcher(std::string_view text) {
  return has(text, "Setting OMP_NUM_THREADS environment variable for each process") ||
         has(text, "The module torch.distributed.launch is deprecated") ||
         has(text, "torch.distributed.launcher.api:Starting elastic_operator");
}

bool is_training(std::string_view text) {
  for (const std::string_view start :
       {"Epoch(train)", "Iter(train)", "Epoch(val)", "Iter(val)", "Epoch(test)", "Iter(test)"}) {
    if (text.starts_with(start)) return true;
  }
  if (text.starts_with("Epoch [")) return has(text, "lr:") || has(text, "loss");
  if (text.starts_with("Iter [")) return has(text, "lr:");
  if (!has(text, "loss")) return false;
  const bool counted = has(text, "epoch") || has(text, "Epoch") || has(text, "step") ||
                       has(text, "iter") || has(text, "Step") || has(text, "Iter");
  return counted && text.size() < 2000 &&
         std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_end(std::string_view text) {
  return text.starts_with("Saving checkpoint at ") || text.starts_with("Training finished") ||
         text.starts_with("Training completed");
}

bool begins_summary(std::string_view text) {
  return has(text, "ChildFailedError");
}

std::optional<int> failed_rank(std::string_view text) {
  if (!has(text, "(local_rank: ")) return std::nullopt;
  const auto rank = number_behind(text, "rank      : ");
  return rank && *rank < 100'000 ? std::optional(static_cast<int>(*rank)) : std::nullopt;
}

std::optional<int> spoken_rank(std::string_view text) {
  for (const std::string_view word : {"[Rank ", "[rank"}) {
    if (const auto rank = number_behind(text, word); rank && *rank < 100'000)
      return static_cast<int>(*rank);
  }
  return std::nullopt;
}

std::optional<Collective> waiting_collective(std::string_view text) {
  const auto number = number_behind(text, "SeqNum=");
  const auto rank = number ? spoken_rank(text) : std::nullopt;
  return rank ? std::optional(Collective{*rank, *number}) : std::nullopt;
}

}  // namespace mmlint::logs
