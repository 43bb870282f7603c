#include "catalog/load_does.h"

#include <array>
#include <string_view>
#include <utility>

#include "catalog/load_match.h"
#include "catalog/load_text.h"
#include "catalog/placeholders.h"

namespace mmlint::catalog {
namespace {

constexpr std::array<std::pair<std::string_view, ScriptFact::Kind>, 6> kDoes = {{
    {"call", ScriptFact::Kind::kCall},
    {"import", ScriptFact::Kind::kImport},
    {"write", ScriptFact::Kind::kWrite},
    {"option", ScriptFact::Kind::kOption},
    {"environment", ScriptFact::Kind::kEnvironment},
    {"store", ScriptFact::Kind::kStore},
}};

Match load(const Node& node, std::string_view what, ScriptFact::Kind kind,
           std::span<const Target> targets) {
  Match match;
  match.kind = Match::Kind::kDoes;
  match.does.kind = kind;
  const Node names = node.at(what);
  match.does.names = load_literal(names, targets);
  const std::string* one = match.does.names.string();
  if (one && !fact_path_of_literal(*one)) match.does.names = Literal{Literal::List{Literal{*one}}};
  if (!one && names.strings().empty()) names.fail("names nothing");
  if (kind == ScriptFact::Kind::kImport) {
    node.only({what});
    return match;
  }
  node.only({what, "within", "argument", "position", "ignore_case", "absent", "present", "is",
             "is_not", "equals", "not_equals", "one_of", "not_one_of", "matches", "not_matches"});
  if (const auto flag = node.get("ignore_case")) match.ignore_case = flag->boolean();
  match.tests = load_tests(node, match.ignore_case, targets);
  const bool is_call = kind == ScriptFact::Kind::kCall;
  match.does.position = ScriptFact::kNoPosition;
  if (const auto within = node.get("within")) {
    match.does.within = within->string();
    if (!is_key_path(match.does.within, false))
      within->fail("'" + match.does.within + "' is no key path");
  }
  if (const auto argument = node.get("argument")) match.does.argument = argument->string();
  if (const auto position = node.get("position")) match.does.position = position->positive() - 1;
  if (!is_call && (node.has("argument") || node.has("position")))
    node.fail("only a call has arguments");
  if (is_call && match.does.argument.empty() != match.tests.empty())
    node.fail("an argument and what is tested of it belong together");
  return match;
}

}  // namespace

std::optional<Match> load_does(const Node& node, std::span<const Target> targets) {
  for (const auto& [name, kind] : kDoes) {
    if (node.has(name)) return load(node, name, kind, targets);
  }
  return std::nullopt;
}

}  // namespace mmlint::catalog
