#include "catalog/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/paths.h"
#include "catalog/history.h"
#include "catalog/target.h"

namespace mmlint::catalog {
namespace {

// Every group of facts says where it was read, and nothing else does.
void load_sources(const Node& node, const Node& facts, Target& target) {
  std::vector<std::string_view> groups;
  const auto members = facts.members();
  for (const auto& [group, value] : members) groups.push_back(group);
  for (const auto& [group, source] : node.members()) {
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) {
      node.fail(fmt::format("there is no fact '{}'{}", group, did_you_mean(group, groups)));
    }
    target.sources.emplace_back(group, source.string());
  }
  for (const std::string_view group : groups) {
    if (!node.has(group)) node.fail(fmt::format("the source of fact '{}' is missing", group));
  }
}

void refuse_derived(const Node& scripts) {
  for (const auto& [name, fact] : scripts.members()) {
    if (is_derived(name))
      fact.fail(fmt::format("'{}' is not given: it follows from the files of all targets", name));
  }
}

}  // namespace

std::vector<std::pair<std::string, Severity>> load_severities(const Node& node) {
  std::vector<std::pair<std::string, Severity>> severities;
  for (const auto& [code, severity] : node.members())
    severities.emplace_back(code, load_severity(severity));
  return severities;
}

Target::Display load_display(const Node& node) {
  node.only({"rules", "why"});
  return {node.at("rules").strings(), load_plain_text(node.at("why"))};
}

Target load_target(JsonFile& file) {
  const Node root(file);
  root.only(
      {"name", "aliases", "title", "facts", "severity", "off", "display", "sources", "history"});
  Target target;
  target.name = root.at("name").string();
  if (file_name(file.path()) != target.name + ".json") {
    root.at("name").fail(fmt::format("the file must be called {}.json", target.name));
  }
  if (const auto aliases = root.get("aliases")) target.aliases = aliases->strings();
  target.title = load_plain_text(root.at("title"));

  const Node facts = root.at("facts");
  Literal::Dict known{{"name", Literal{target.name}}};
  for (const auto& [group, value] : facts.members()) {
    if (group == "name") facts.fail("'name' is the target's name already");
    if (group == "scripts") refuse_derived(value);
    known.emplace_back(group, value.literal());
  }
  target.facts = Literal{std::move(known)};
  load_sources(root.at("sources"), facts, target);

  if (const auto severities = root.get("severity"))
    target.severities = load_severities(*severities);
  if (const auto off = root.get("off"); off && off->literal() != Literal{Literal::List{}}) {
    target.off = off->strings();
  }
  if (const auto display = root.get("display")) target.display = load_display(*display);
  if (const auto history = root.get("history")) target.history = load_history(*history, target);
  return target;
}

void check_rule_codes(JsonFile& file, std::span<const std::string_view> codes) {
  const Node root(file);
  const auto check = [&codes](const Node& node, const std::string& code) {
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) return;
    node.fail(fmt::format("there is no rule '{}'{}", code, did_you_mean(code, codes)));
  };
  const auto check_list = [&check](const Node& node) {
    if (node.literal().list() == nullptr) return;
    for (const Literal& code : *node.literal().list()) {
      if (code.string() != nullptr) check(node, *code.string());
    }
  };
  const auto check_all = [&](const Node& node) {
    if (const auto severities = node.get("severity")) {
      for (const auto& [code, severity] : severities->members()) check(*severities, code);
    }
    if (const auto display = node.get("display"); display && display->has("rules"))
      check_list(display->at("rules"));
  };
  check_all(root);
  if (const auto off = root.get("off")) check_list(*off);
  if (const auto history = root.get("history")) {
    for (const Node& past : history->items()) check_all(past);
  }
}

}  // namespace mmlint::catalog
