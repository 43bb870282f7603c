#include "catalog/load_fix.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "catalog/load_match.h"

namespace mmlint::catalog {
namespace {

using Verb = FixAction::Verb;

constexpr std::array<std::string_view, 3> kSafeties = {"safe", "unsafe", "display"};
constexpr std::array<std::string_view, 24> kVerbs = {"show",
                                                     "replace-value",
                                                     "add-key",
                                                     "ensure-key",
                                                     "change-entries",
                                                     "remove-key",
                                                     "move-value",
                                                     "ensure-wrapper",
                                                     "class-to-string",
                                                     "import-process-group",
                                                     "remove-text",
                                                     "remove-argument",
                                                     "drop-quotes",
                                                     "use-base-name",
                                                     "remove-suppression",
                                                     "make-process-group",
                                                     "replace-argument",
                                                     "add-arguments",
                                                     "set-default",
                                                     "remove-import",
                                                     "guard",
                                                     "use-torchrun",
                                                     "rename-variable",
                                                     "read-pipestatus"};

std::string load_key_path(const Node& node) {
  std::string path = node.string();
  if (!is_key_path(path, false)) node.fail("'" + path + "' is no key path");
  return path;
}

void load_new_value(const Node& node, FixAction& action, std::span<const Target> targets) {
  node.only({"do", "value", "values", "keep_from"});
  if (const auto keep = node.get("keep_from")) action.keep_from = keep->string();
  if (node.has("value") == node.has("values")) node.fail("needs one of 'value' and 'values'");
  if (const auto value = node.get("value")) action.value = load_literal(*value, targets);
  if (const auto values = node.get("values")) {
    for (const auto& [matched, value] : values->members()) {
      action.values.emplace_back(matched, load_literal(value, targets));
    }
    if (action.values.empty()) values->fail("names no value");
  }
}

FixAction load_action(const Node& node, std::span<const Target> targets) {
  FixAction action;
  action.verb = static_cast<Verb>(node.at("do").one_of(kVerbs));
  switch (action.verb) {
    case Verb::kReplaceValue:
      load_new_value(node, action, targets);
      break;
    case Verb::kAddKey:
      node.only({"do", "key", "value"});
      action.key = load_key_path(node.at("key"));
      action.value = load_literal(node.at("value"), targets);
      break;
    case Verb::kEnsureKey:
      node.only({"do", "key", "value", "block"});
      action.key = load_key_path(node.at("key"));
      action.value = load_literal(node.at("value"), targets);
      action.block = load_literal(node.at("block"), targets);
      break;
    case Verb::kChangeEntries:
      node.only({"do", "set", "drop"});
      if (const auto set = node.get("set")) {
        for (const auto& [key, value] : set->members())
          action.values.emplace_back(key, load_literal(value, targets));
      }
      if (const auto drop = node.get("drop")) action.drop = drop->strings();
      if (action.values.empty() && action.drop.empty()) node.fail("changes nothing");
      break;
    case Verb::kMoveValue:
      node.only({"do", "key"});
      action.key = load_key_path(node.at("key"));
      break;
    case Verb::kRemoveKey:
      node.only({"do", "rename"});
      if (const auto rename = node.get("rename")) {
        for (const auto& [key, name] : rename->members()) {
          name.string();
          action.values.emplace_back(key, name.literal());
        }
      }
      break;
    case Verb::kReplaceArgument:
      node.only({"do", "value", "with", "with_position"});
      action.value = load_literal(node.at("value"), targets);
      action.with = node.at("with").string();
      action.with_position = node.at("with_position").positive() - 1;
      break;
    case Verb::kAddArguments:
      node.only({"do", "arguments", "import"});
      for (const auto& [name, text] : node.at("arguments").members()) {
        text.string();
        action.values.emplace_back(name, text.literal());
      }
      action.import = node.at("import").string();
      break;
    case Verb::kShow:
    case Verb::kEnsureWrapper:
    case Verb::kClassToString:
    case Verb::kImportProcessGroup:
    case Verb::kRemoveText:
    case Verb::kRemoveArgument:
    case Verb::kDropQuotes:
    case Verb::kUseBaseName:
    case Verb::kRemoveSuppression:
    case Verb::kMakeProcessGroup:
    case Verb::kSetDefault:
    case Verb::kRemoveImport:
    case Verb::kGuard:
    case Verb::kUseTorchrun:
    case Verb::kReadPipestatus:
      node.only({"do"});
      break;
    case Verb::kRenameVariable:
      node.only({"do", "value"});
      action.value = load_literal(node.at("value"), targets);
      break;
  }
  return action;
}

// These act on the matched value, so there must be one.
bool needs_value(Verb verb) {
  return verb == Verb::kReplaceValue || verb == Verb::kChangeEntries || verb == Verb::kRemoveKey ||
         verb == Verb::kMoveValue || verb == Verb::kAddKey || verb == Verb::kClassToString;
}

}  // namespace

RuleFix load_fix(const Node& node, const Match& match, const Bindings& bindings) {
  node.only({"title", "safety", "why_not_safe", "action"});
  RuleFix fix;
  fix.title = load_text(node.at("title"), bindings);
  fix.safety = static_cast<Safety>(node.at("safety").one_of(kSafeties));
  if (fix.safety != Safety::kSafe) {
    fix.why_not_safe = load_text(node.at("why_not_safe"), bindings);
  } else if (const auto why = node.get("why_not_safe")) {
    why->fail("the fix is safe");
  }
  const Node action = node.at("action");
  fix.action = load_action(action, bindings.targets);
  if (fix.action.verb == Verb::kShow && fix.safety != Safety::kDisplay) {
    action.fail("'show' changes nothing, so the fix must be 'display'");
  }
  const std::vector<const Match*> primary = primary_matchers(match);
  const bool valueless =
      primary.empty() || std::any_of(primary.begin(), primary.end(),
                                     [](const Match* key) { return !key->has_value(); });
  // In a script the same fix writes an entry or what is missing of it.
  const bool of_script = !primary.empty() && primary.front()->kind == Match::Kind::kDoes;
  if (needs_value(fix.action.verb) && valueless && !of_script) {
    action.fail("changes the matched value, but the rule may match without one");
  }
  return fix;
}

}  // namespace mmlint::catalog
