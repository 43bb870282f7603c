#include "facts/distributed.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

constexpr std::string_view kModule = "torch.distributed.";

const Table& calls() {
  static const Table table("distributed_calls");
  return table;
}

bool is_of(std::string_view symbol, std::string_view kind) {
  return symbol.starts_with(kModule) && calls().has(symbol.substr(kModule.size()), kind);
}

}  // namespace

std::optional<std::size_t> group_of_collective(std::string_view symbol) {
  if (!is_of(symbol, "collective")) return std::nullopt;
  return calls().number(symbol.substr(kModule.size()), "group");
}

bool needs_group(std::string_view symbol) {
  return is_of(symbol, "needs_group");
}

bool may_move_values(std::string_view symbol) {
  return symbol.starts_with(kModule) && !is_of(symbol, "moves_nothing");
}

std::optional<std::size_t> moved_by(std::string_view symbol) {
  if (!symbol.starts_with(kModule)) return std::nullopt;
  return calls().number(symbol.substr(kModule.size()), "moves");
}

bool moves_to_one(std::string_view symbol) {
  return is_of(symbol, "to_one");
}

const std::vector<std::string>& exchanging_words(Exchange kind) {
  static const std::array<std::vector<std::string>, 3> words = [] {
    const Table table("exchanging_words");
    return std::array{table.names("gradients"), table.names("weights"), table.names("calls")};
  }();
  return words[static_cast<std::size_t>(kind)];
}

bool may_exchange(std::string_view text, Exchange kind) {
  const auto& words = exchanging_words(kind);
  return std::ranges::any_of(
      words, [text](const std::string& word) { return text.find(word) != text.npos; });
}

bool returns_itself(std::string_view method) {
  static const Table table("module_methods");
  return table.has(method);
}

}  // namespace mmlint::facts
