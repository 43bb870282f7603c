#include "catalog/load.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "catalog/target.h"

namespace mmlint::catalog {
namespace {

using Targets = std::span<const Target>;
using Names = std::vector<std::pair<std::string, std::string>>;

constexpr std::array<std::pair<std::string_view, Safety>, 3> kSafeties = {
    {{"safe", Safety::kSafe}, {"unsafe", Safety::kUnsafe}, {"display", Safety::kDisplay}}};

std::string load_key_path(const Node& node) {
  std::string path = node.string();
  if (!is_key_path(path, false)) node.fail("'" + path + "' is no key path");
  return path;
}

verb::ByKey load_by_key(const Node& node, Targets targets) {
  verb::ByKey out;
  for (const auto& [key, value] : node.members())
    out.emplace_back(key, load_literal(value, targets));
  return out;
}

Names load_names(const Node& node) {
  Names out;
  for (const auto& [name, text] : node.members()) out.emplace_back(name, text.string());
  return out;
}

template <class Verb>
FixAction without_words(const Node& node, Targets) {
  node.only({"do"});
  return Verb{};
}

FixAction load_replace_value(const Node& node, Targets targets) {
  node.only({"do", "value", "values", "keep_from"});
  verb::ReplaceValue out;
  if (const auto keep = node.get("keep_from")) out.keep_from = keep->string();
  if (node.has("value") == node.has("values")) node.fail("needs one of 'value' and 'values'");
  if (const auto value = node.get("value")) out.value = load_literal(*value, targets);
  if (const auto values = node.get("values")) {
    out.values = load_by_key(*values, targets);
    if (out.values.empty()) values->fail("names no value");
  }
  return out;
}

FixAction load_add_key(const Node& node, Targets targets) {
  node.only({"do", "key", "value"});
  return verb::AddKey{load_key_path(node.at("key")), load_literal(node.at("value"), targets)};
}

FixAction load_ensure_key(const Node& node, Targets targets) {
  node.only({"do", "key", "value", "block"});
  return verb::EnsureKey{load_key_path(node.at("key")), load_literal(node.at("value"), targets),
                         load_literal(node.at("block"), targets)};
}

FixAction load_change_entries(const Node& node, Targets targets) {
  node.only({"do", "set", "drop"});
  verb::ChangeEntries out;
  if (const auto set = node.get("set")) out.set = load_by_key(*set, targets);
  if (const auto drop = node.get("drop")) out.drop = drop->strings();
  if (out.set.empty() && out.drop.empty()) node.fail("changes nothing");
  return out;
}

FixAction load_remove_key(const Node& node, Targets) {
  node.only({"do", "rename"});
  const auto rename = node.get("rename");
  return verb::RemoveKey{rename ? load_names(*rename) : Names()};
}

FixAction load_move_value(const Node& node, Targets) {
  node.only({"do", "key"});
  return verb::MoveValue{load_key_path(node.at("key"))};
}

FixAction load_replace_argument(const Node& node, Targets targets) {
  node.only({"do", "value", "with", "with_position"});
  return verb::ReplaceArgument{load_literal(node.at("value"), targets), node.at("with").string(),
                               node.at("with_position").positive() - 1};
}

FixAction load_add_arguments(const Node& node, Targets) {
  node.only({"do", "arguments", "import"});
  return verb::AddArguments{load_names(node.at("arguments")), node.at("import").string()};
}

FixAction load_rename_variable(const Node& node, Targets targets) {
  node.only({"do", "value"});
  const Node value = node.at("value");
  value.string();  // fails if it is none; a fact of a target that it names may still be null
  return verb::RenameVariable{load_literal(value, targets)};
}

// The kinds of documents that the rules of a verb may be about.
enum For : std::uint8_t { kConfig = 1, kScript = 2, kShell = 4 };
constexpr std::array<std::pair<std::string_view, For>, 3> kDocuments = {
    {{"config", kConfig}, {"script", kScript}, {"shell", kShell}}};

struct Verb {
  std::string_view name;
  FixAction (*load)(const Node&, Targets);
  std::uint8_t documents;    // of For
  bool needs_value = false;  // a config's matched value is changed, so there must be one
};

constexpr bool kNeedsValue = true;
constexpr std::array<Verb, std::variant_size_v<FixAction>> kVerbs = {{
    {"show", without_words<verb::Show>, kConfig | kScript | kShell},
    {"replace-value", load_replace_value, kConfig | kScript, kNeedsValue},
    {"add-key", load_add_key, kConfig | kScript, kNeedsValue},
    {"ensure-key", load_ensure_key, kConfig},
    {"change-entries", load_change_entries, kConfig, kNeedsValue},
    {"remove-key", load_remove_key, kConfig, kNeedsValue},
    {"move-value", load_move_value, kConfig, kNeedsValue},
    {"ensure-wrapper", without_words<verb::EnsureWrapper>, kConfig},
    {"class-to-string", without_words<verb::ClassToString>, kConfig, kNeedsValue},
    {"import-process-group", without_words<verb::ImportProcessGroup>, kConfig},
    {"remove-text", without_words<verb::RemoveText>, kConfig},
    {"remove-argument", without_words<verb::RemoveArgument>, kConfig},
    {"drop-quotes", without_words<verb::DropQuotes>, kConfig},
    {"use-base-name", without_words<verb::UseBaseName>, kConfig},
    {"remove-suppression", without_words<verb::RemoveSuppression>, kConfig},
    {"make-process-group", without_words<verb::MakeProcessGroup>, kScript},
    {"replace-argument", load_replace_argument, kScript},
    {"add-arguments", load_add_arguments, kScript},
    {"set-default", without_words<verb::SetDefault>, kScript},
    {"remove-import", without_words<verb::RemoveImport>, kScript},
    {"guard", without_words<verb::Guard>, kScript},
    {"use-torchrun", without_words<verb::UseTorchrun>, kShell},
    {"rename-variable", load_rename_variable, kShell},
    {"read-pipestatus", without_words<verb::ReadPipestatus>, kShell},
}};

// The row of a table whose name stands at a node; the first one after a fault.
template <class Row, std::size_t kSize, class Name>
const Row& row_of(const Node& node, const std::array<Row, kSize>& rows, Name name_of) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(name_of(row));
  return rows[node.one_of(names)];
}

bool is_for(const Verb& verb, std::string_view documents) {
  return std::any_of(kDocuments.begin(), kDocuments.end(), [&](const auto& kind) {
    return kind.first == documents && (verb.documents & kind.second) != 0;
  });
}

// True if a rule with this match may find something that has no value.
bool may_lack_value(const Match& match) {
  const std::vector<const Match*> primary = primary_matchers(match);
  return primary.empty() || std::any_of(primary.begin(), primary.end(),
                                        [](const Match* key) { return !key->has_value(); });
}

}  // namespace

RuleFix load_fix(const Node& node, const Match& match, std::string_view documents,
                 const Bindings& bindings) {
  node.only({"title", "safety", "why_not_safe", "action"});
  RuleFix fix;
  fix.title = load_text(node.at("title"), bindings);
  fix.safety =
      row_of(node.at("safety"), kSafeties, [](const auto& row) { return row.first; }).second;
  if (fix.safety != Safety::kSafe) {
    fix.why_not_safe = load_text(node.at("why_not_safe"), bindings);
  } else if (const auto why = node.get("why_not_safe")) {
    why->fail("the fix is safe");
  }
  const Node action = node.at("action");
  const Verb& verb = row_of(action.at("do"), kVerbs, [](const Verb& row) { return row.name; });
  if (!is_for(verb, documents))
    action.at("do").fail(fmt::format("'{}' is not for rules about {}s", verb.name, documents));
  fix.action = verb.load(action, bindings.targets);
  if (std::holds_alternative<verb::Show>(fix.action) && fix.safety != Safety::kDisplay)
    action.fail("'show' changes nothing, so the fix must be 'display'");
  // In a script the same fix writes an entry or what is missing of it.
  if (verb.needs_value && documents == "config" && may_lack_value(match))
    action.fail("changes the matched value, but the rule may match without one");
  return fix;
}

}  // namespace mmlint::catalog
