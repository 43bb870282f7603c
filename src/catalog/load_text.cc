#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "catalog/load.h"
#include "catalog/placeholders.h"
#include "catalog/vocabulary.h"

namespace mmlint::catalog {
namespace {

// Fails unless every target knows the fact. In a text it must be printable as well.
void require_fact(const Node& node, std::string_view path, std::span<const Target> targets,
                  bool in_text) {
  for (const Target& target : targets) {
    const Literal* fact = target.fact(path);
    if (fact == nullptr) {
      node.fail(fmt::format("target '{}' has no fact '{}'", target.name, path));
    } else if (in_text && !printed(*fact)) {
      node.fail(fmt::format("fact '{}' of target '{}' cannot stand in a text", path, target.name));
    }
  }
}

void require_bound(const Node& node, const Literal& literal, std::span<const Target> targets) {
  if (const std::string* text = literal.string()) {
    if (const auto path = fact_path_of_literal(*text)) {
      require_fact(node, *path, targets, false);
    } else if (text->find("{target.") != std::string::npos) {
      node.fail(fmt::format("'{}': a fact must be the whole string", *text));
    }
  } else if (const Literal::List* list = literal.list()) {
    for (const Literal& item : *list) require_bound(node, item, targets);
  } else if (const Literal::Dict* dict = literal.dict()) {
    for (const auto& [key, value] : *dict) require_bound(node, value, targets);
  }
}

}  // namespace

std::string load_sentence(const Node& node, const Bindings& bindings) {
  std::string text = node.string();
  std::vector<TemplatePiece> pieces;
  if (const auto wrong = cut_at_placeholders(text, pieces)) node.fail(*wrong);
  for (const TemplatePiece& piece : pieces) {
    if (!piece.placeholder) continue;
    if (const auto path = fact_path(piece.text)) {
      if (bindings.targets.empty()) node.fail("facts of a target cannot stand here");
      require_fact(node, *path, bindings.targets, true);
      continue;
    }
    const auto& known = bindings.captures;
    if (std::find(known.begin(), known.end(), piece.text) != known.end()) continue;
    node.fail(fmt::format("placeholder '{{{}}}' is not bound; known here: {}", piece.text,
                          known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  }
  return text;
}

LocalizedText load_text(const Node& node, const Bindings& bindings) {
  node.only({"en", "zh"});
  LocalizedText text;
  text.en = load_sentence(node.at("en"), bindings);
  text.zh = load_sentence(node.at("zh"), bindings);
  return text;
}

LocalizedText load_plain_text(const Node& node) {
  return load_text(node, Bindings{});
}

Severity load_severity(const Node& node) {
  constexpr std::array<Named<Severity>, 3> kSeverities = {
      {{"info", Severity::kInfo}, {"warning", Severity::kWarning}, {"error", Severity::kError}}};
  return node.one_of(kSeverities);
}

Literal load_literal(const Node& node, std::span<const Target> targets) {
  require_bound(node, node.literal(), targets);
  return node.literal();
}

Facts load_facts(const Node& node, std::span<const Target> targets) {
  Facts facts;
  for (const auto& [path, value] : node.members()) {
    require_fact(value, path, targets, false);
    facts.emplace_back(path, value.literal());
  }
  if (facts.empty()) node.fail("names no fact");
  return facts;
}

RunFailure load_failure(const Node& node, const Bindings& bindings) {
  node.only({"stage", "errors"});
  RunFailure failure;
  failure.stage = node.at("stage").one_of(kStages);
  for (const Node& one : node.at("errors").items()) {
    one.only({"text", "value", "when"});
    RunFailure::Error error;
    error.text = load_sentence(one.at("text"), bindings);
    if (const auto value = one.get("value")) error.value = load_literal(*value, bindings.targets);
    if (const auto when = one.get("when")) error.when = load_facts(*when, bindings.targets);
    failure.errors.push_back(std::move(error));
  }
  return failure;
}

}  // namespace mmlint::catalog
