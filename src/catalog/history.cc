#include "catalog/history.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/result.h"
#include "catalog/load.h"

namespace mmlint::catalog {
namespace {

// The member of a dict at a dotted path.
Literal* find_member(Literal& dict, std::string_view path) {
  return const_cast<Literal*>(find(dict, path));
}

Facts load_past_facts(const Node& node, const Target& target) {
  Facts facts;
  for (const auto& [path, value] : node.members()) {
    const Literal* now = target.fact(path);
    if (now == nullptr) {
      value.fail(fmt::format("there is no fact '{}'", path));
    } else if (path == "name" || now->dict() != nullptr ||
               now->value.index() != value.literal().value.index()) {
      value.fail(fmt::format("must be of the type that fact '{}' has now", path));
    }
    facts.emplace_back(path, value.literal());
  }
  return facts;
}

}  // namespace

Version load_version(const Node& node) {
  const std::string text = node.string();
  const auto version = parse_version(text);
  if (!version || printed(*version) != text) {
    node.fail(fmt::format("'{}' is no version of MMEngine, such as 0.10.7", text));
  } else if (*version <= kOldestVersion || *version > kNewestVersion) {
    node.fail(fmt::format("must be newer than {} and not newer than {}", printed(kOldestVersion),
                          printed(kNewestVersion)));
  }
  return version.value_or(kNewestVersion);
}

std::vector<Target::Past> load_history(const Node& node, const Target& target) {
  std::vector<Target::Past> history;
  for (const Node& one : node.items()) {
    one.only({"before", "facts", "severity", "display", "source"});
    Target::Past past;
    past.before = load_version(one.at("before"));
    if (!history.empty() && past.before >= history.back().before) {
      one.at("before").fail("must be older than the one above it");
    }
    past.facts = load_past_facts(one.at("facts"), target);
    if (const auto severities = one.get("severity")) past.severities = load_severities(*severities);
    if (const auto display = one.get("display")) past.display = load_display(*display);
    past.source = one.at("source").string();
    history.push_back(std::move(past));
  }
  return history;
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
