#include "catalog/load.h"
#include "catalog/load_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "catalog/target.h"

namespace mmlint::catalog {
namespace {

// Every group of facts says where it was read, and nothing else does.
void check_sources(const Node& node, const Node& facts) {
  std::vector<std::string_view> groups;
  const auto members = facts.members();
  for (const auto& [group, value] : members) groups.push_back(group);
  for (const auto& [group, source] : node.members()) {
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) {
      node.fail(fmt::format("there is no fact '{}'{}", group, did_you_mean(group, groups)));
    }
  }
  for (const std::string_view group : groups) {
    if (!node.has(group)) node.fail(fmt::format("the source of fact '{}' is missing", group));
  }
}

// The member of a dict at a dotted path.
Literal* find_member(Literal& dict, std::string_view path) {
  return const_cast<Literal*>(find(dict, path));
}

}  // namespace

void load(const Node& node, Literal& x, const Context& context, as::Groups) {
  Literal::Dict groups{{"name", Literal{context.target->name}}};
  for (const auto& [group, facts] : node.members()) {
    if (group == "name") node.fail("'name' is the target's name already");
    groups.emplace_back(group, facts.literal());
    if (group != "scripts") continue;
    for (const auto& [name, fact] : facts.members()) {
      if (is_derived(name))
        fact.fail(fmt::format("'{}' is not given: it follows from the files of all targets", name));
    }
  }
  x = Literal{std::move(groups)};
}

void load(const Node& node, Facts& x, const Context& context, as::Past) {
  for (const auto& [path, value] : node.members()) {
    const Literal* now = context.target->fact(path);
    if (now == nullptr) {
      value.fail(fmt::format("there is no fact '{}'", path));
    } else if (path == "name" || now->dict() != nullptr ||
               now->value.index() != value.literal().value.index()) {
      value.fail(fmt::format("must be of the type that fact '{}' has now", path));
    }
    x.emplace_back(path, value.literal());
  }
}

void check(const Node& node, Target& x, const Context& /*context*/) {
  require_file_name(node.at("name"), x.name + ".json");
  check_sources(node.at("sources"), node.at("facts"));
  for (std::size_t i = 1; i < x.history.size(); ++i) {
    if (x.history[i].before >= x.history[i - 1].before)
      node.at("history").items()[i].at("before").fail("must be older than the one above it");
  }
}

Target load_target(JsonFile& file) {
  Target target;
  load(Node(file), target, Context{.targets = {}, .target = &target});
  return target;
}

void check_rule_codes(JsonFile& file, const Target& target,
                      std::span<const std::string_view> codes) {
  const auto check = [&codes](const Node& node, const std::string& code) {
    if (std::find(codes.begin(), codes.end(), code) == codes.end())
      node.fail(fmt::format("there is no rule '{}'{}", code, did_you_mean(code, codes)));
  };
  const auto check_all = [&check](const Node& node, const auto& part,
                                  const Target::Display& display) {
    for (const auto& [code, severity] : part.severities) check(node.at("severity"), code);
    for (const std::string& code : display.rules) check(node.at("display").at("rules"), code);
  };
  const Node root(file);
  check_all(root, target, target.display);
  for (const std::string& code : target.off) check(root.at("off"), code);
  for (std::size_t i = 0; i < target.history.size(); ++i) {
    const Target::Past& past = target.history[i];
    check_all(root.at("history").items()[i], past, past.display.value_or(Target::Display()));
  }
}

void go_back(Target& target, const Version& mmengine) {
  for (const Target::Past& past : target.history) {
    if (mmengine >= past.before) break;
    for (const auto& [path, value] : past.facts) {
      Literal* fact = find_member(target.facts, path);
      MM_CHECK(fact != nullptr);
      *fact = value;
    }
    for (const auto& [code, severity] : past.severities) {
      std::erase_if(target.severities, [&code = code](const auto& s) { return s.first == code; });
      target.severities.emplace_back(code, severity);
    }
    if (past.display) target.display = *past.display;
  }
}

}  // namespace mmlint::catalog
