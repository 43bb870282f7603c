#include "check/shell/argument_parser.h"

#include "base/characters.h"
#include "script/symbols.h"

namespace mmlint::check {

using script::Summary;
using script::Symbol;
using Kind = Symbol::Kind;

namespace {

// parser.add_argument: every name of the option is known.
bool is_written_out(const script::Call& call) {
  bool named = false;
  for (const auto& argument : call.arguments) {
    if (!argument.name.empty()) continue;
    const bool is_known = std::ranges::all_of(argument.value, [](const auto& each) {
      return each.data() && each.data()->kind == Value::Kind::kString;
    });
    if (!is_known || argument.value.empty()) return false;
    named = true;
  }
  return named;
}

}  // namespace

bool parses_all(const Summary& script) {
  bool parses = false;
  for (const auto& call : script.calls) {
    const Symbol name = call.symbol;
    if (name.is_method(Kind::kParser, "parse_args")) parses = true;
    if (name.root() == Kind::kOther) continue;
    const bool adds = name.is_method(Kind::kParser, "add_argument");
    if (name.is_method("parse_known_args") || (name.is_method("add_argument") && !adds))
      return false;
    if (adds && (call.more || !is_written_out(call))) return false;
    if (name == "argparse.ArgumentParser" && call.argument("parents", 100)) return false;
  }
  const bool rest = script.document->source().bytes().find("REMAINDER") != std::string_view::npos;
  const bool named =
      std::ranges::none_of(script.options, [](const auto& option) { return option.names.empty(); });
  return parses && script.complete && !script.parser_leaves && named && !rest;
}

bool has_commands(const Summary& script) {
  return std::ranges::any_of(script.calls,
                             [](const auto& call) { return script::adds_command(call.symbol); });
}

bool hands_launcher_on(const Summary& script) {
  if (script.builds.empty()) return false;
  bool from_option = false;
  for (const auto& write : script.writes) {
    if (write.key != "launcher") continue;
    const auto* value = script::only_symbol(write.value);
    if (!value || value->symbol().option() != "launcher") return false;
    from_option = from_option || !write.point.handled;
  }
  return from_option;
}

std::optional<std::vector<std::string>> commands_of(const Summary& script) {
  std::vector<std::string> out;
  std::size_t parsers = 0;
  for (const auto& call : script.calls) {
    if (call.symbol.is_method(Kind::kParser, "add_subparsers") && (call.more || ++parsers > 1))
      return std::nullopt;
    if (!script::adds_command(call.symbol)) continue;
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

bool looks_like_option(std::string_view word) {
  const bool letter = word.size() > 1 && word[0] == '-' && is_letter(word[1]);
  return letter || (word.size() > 2 && word.starts_with("--"));
}

bool reads_as_int(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789_ ") == text.npos;
}

bool reads_as_float(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  char* end = nullptr;
  std::strtod(digits.c_str(), &end);  // accepts inf and nan too
  return end != digits.c_str() && std::string_view(end).find_first_not_of(' ') == std::string::npos;
}

}  // namespace mmlint::check
