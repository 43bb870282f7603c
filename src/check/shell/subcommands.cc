#include "check/shell/subcommands.h"

#include <algorithm>
#include <utility>

namespace mmlint::check {

using script::Summary;

bool has_commands(const Summary& script) {
  return std::any_of(script.calls.begin(), script.calls.end(), [](const auto& call) {
    return call.symbol == "<parser>.add_subparsers().add_parser";
  });
}

std::optional<std::vector<std::string>> commands_of(const Summary& script) {
  std::vector<std::string> out;
  std::size_t parsers = 0;
  for (const auto& call : script.calls) {
    if (call.symbol == "<parser>.add_subparsers" && (call.more || ++parsers > 1))
      return std::nullopt;
    if (call.symbol != "<parser>.add_subparsers().add_parser") continue;
    const auto* name = call.argument("name", 0);
    const auto* aliases = call.argument("aliases", std::string::npos);
    const Value* list = aliases ? script::only_data(aliases->value) : nullptr;
    const bool open = call.more || !name || script::text_of(name->value).empty() ||
                      call.argument("parents", std::string::npos) || (aliases && !list);
    if (open) return std::nullopt;
    out.emplace_back(script::text_of(name->value));
    for (const Value* each : list ? list->items() : std::vector<Value*>()) {
      if (each->kind != Value::Kind::kString) return std::nullopt;
      out.emplace_back(each->text());
    }
  }
  return parsers != 0 && out.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace mmlint::check
