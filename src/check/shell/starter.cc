#include "check/shell/starter.h"

#include <algorithm>

namespace mmlint::check {

std::vector<std::string_view> written_words(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\\\n") || rest.starts_with("\\\r\n")) {
      at += rest[1] == '\n' ? 2 : 3;
      continue;
    }
    const std::size_t length = std::min(rest.find_first_of(" \t\\\n"), rest.size());
    if (length > 0) out.push_back(rest.substr(0, length));
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string_view rank_starter(const shell::Launch& launch, std::string_view text) {
  constexpr std::string_view kTorchrun = "torchrun", kModule = "torch.distributed.run";
  if (!launch.interpreter) return kTorchrun;
  const Span first = launch.interpreter->span;
  if (launch.launcher && launch.launcher->module) return kModule;  // of the same interpreter
  const Span last = launch.target_word().span;
  const std::uint32_t end = last.begin;
  if (first.file != last.file || first.begin >= end) return kModule;
  const auto words = written_words(text.substr(first.begin, end - first.begin));
  const bool bare = !words.empty() && (words[0] == "python" || words[0] == "python3");
  // torchrun passes -u on by itself (torch/distributed/run.py).
  return bare && std::all_of(words.begin() + 1, words.end(),
                             [](std::string_view word) { return word == "-u" || word == "-m"; })
             ? kTorchrun
             : kModule;
}

}  // namespace mmlint::check
