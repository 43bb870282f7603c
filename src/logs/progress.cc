#include "logs/progress.h"

#include "base/text.h"

namespace mmlint::logs {
namespace {

constexpr std::size_t kLongest = 2000;  // bytes of a line that reports a step

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return text.find(word) != text.npos; });
}

// True for the value of something measured: "0.31", "-1e-05", "nan", and behind it no arithmetic.
bool is_measured(std::string_view text) {
  if (text.starts_with("tensor(")) text.remove_prefix(7);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (!text.starts_with("nan") && !text.starts_with("inf") && (text.empty() || !is_digit(text[0])))
    return false;
  const std::size_t end = text.find_first_not_of("0123456789.eE+-naif");
  if (end == text.npos) return true;
  if (is_name_byte(text[end])) return false;
  const std::string_view behind =
      text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  return behind.empty() || std::string_view("*@%<>").find(behind[0]) == text.npos;
}

// True if the line gives the value of a loss: "loss: 0.3", "'loss_rpn': 0.3", "Loss 0.3 (0.4)".
bool gives_loss(std::string_view text) {
  for (const std::string_view word : {"loss", "Loss", "LOSS"}) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      std::size_t value = at + word.size();
      while (value < text.size() && (is_name_byte(text[value]) || text[value] == '/')) ++value;
      value = text.find_first_not_of(" \t:='\"([{|", value);
      if (value != text.npos && is_measured(text.substr(value))) return true;
    }
  }
  return false;
}

}  // namespace

bool reports_step(std::string_view text) {
  for (const std::string_view start :
       {"Epoch(train)", "Iter(train)", "Epoch(val)", "Iter(val)", "Epoch(test)", "Iter(test)"}) {
    if (text.starts_with(start)) return true;
  }
  if (text.starts_with("Epoch [") || text.starts_with("Iter ["))
    return has_any(text, {"lr:", "loss"});
  return text.size() < kLongest &&
         has_any(text, {"epoch", "Epoch", "step", "Step", "iter", "Iter", "it/s", "s/it"}) &&
         gives_loss(text);
}

bool reports_end(std::string_view text) {
  return text.starts_with("Saving checkpoint at ") || text.starts_with("Training finished") ||
         text.starts_with("Training completed");
}

}  // namespace mmlint::logs
