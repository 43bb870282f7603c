#pragma once

#include "catalog/json_reader.h"
#include "catalog/match_forms.h"
#include "catalog/signature.h"
#include "catalog/target.h"

// The strict loader of JSON files: load(NODE, X, CONTEXT, HOW...) reads X from a node as its type,
// and the third argument of keys.h, say. What is wrong is noted in the file, and X is then
// incomplete.
namespace mmlint::catalog {

// What is known when a value is loaded.
struct Context {
  std::span<const Target> targets;               // all must have each fact that a rule uses
  const Rule* rule = nullptr;                    // the one that is loaded, as far as it is
  const Target* target = nullptr;                // the same
  std::span<const std::string_view> codes = {};  // those of all rules, for signatures
};

void load(const Node& node, bool& x, const Context& context);
void load(const Node& node, std::string& x, const Context& context);
void load(const Node& node, std::string& x, const Context& context, const Format& format);
void load(const Node& node, std::string& x, const Context& context,
          std::span<const std::string_view> choices);
void load(const Node& node, std::string& x, const Context& context, as::Sentence);
void load(const Node& node, std::string& x, const Context& context, as::Lines);
void load(const Node& node, LocalizedText& x, const Context& context);
void load(const Node& node, LocalizedText& x, const Context& context, as::Plain);
void load(const Node& node, Version& x, const Context& context);
void load(const Node& node, std::size_t& x, const Context& context, as::FromOne);
void load(const Node& node, std::uint8_t& x, const Context& context, as::Answers);
void load(const Node& node, std::uint8_t& x, const Context& context, as::Unset);
void load(const Node& node, QuestionPattern& x, const Context& context);
void load(const Node& node, std::shared_ptr<const Regex>& x, const Context& context);
// A string "{target.PATH}" must name a fact of all targets.
void load(const Node& node, Literal& x, const Context& context);
void load(const Node& node, Literal& x, const Context& context, as::Text);
void load(const Node& node, Literal& x, const Context& context, as::Names);
void load(const Node& node, Literal& x, const Context& context,
          std::span<const std::string_view> choices);
void load(const Node& node, Literal& x, const Context& context, as::Groups);
void load(const Node& node, Facts& x, const Context& context, as::Facts);
void load(const Node& node, Facts& x, const Context& context, as::Past);
void load(const Node& node, std::vector<std::string>& x, const Context& context, as::MayBeEmpty);
void load(const Node& node, std::vector<ValueTest>& x, const Context& context,
          const TestName& test);
void load(const Node& node, Match& x, const Context& context);
void load(const Node& node, std::vector<Match>& x, const Context& context, as::Only);
void load(const Node& node, FixAction& x, const Context& context);
void load(const Node& node, ExampleFile& x, const Context& context);
// Examples in a rule's own file; those that are files are read by example_files.h.
void load(const Node& node, std::vector<Example>& x, const Context& context);
// Of a rule, which may need an `at` where it has none.
void load_at(const Node& rule, At& x, const Context& context);

// What must hold between the members of a struct; called when all of them are loaded.
void check(const Node& node, Match& x, const Context& context);
void check(const Node& node, verb::ReplaceValue& x, const Context& context);
void check(const Node& node, verb::ChangeEntries& x, const Context& context);
void check(const Node& node, RuleFix& x, const Context& context);
void check(const Node& node, Variant& x, const Context& context);
void check(const Node& node, SeverityLevel& x, const Context& context);
void check(const Node& node, Example& x, const Context& context);
void check(const Node& node, Rule& x, const Context& context);
void check(const Node& node, Target& x, const Context& context);
void check(const Node& node, Signature& x, const Context& context);

// Visitors of keys.h. This one collects the keys of an object.
struct KeyNames {
  std::vector<std::string_view> names;
  void must(std::string_view key, const auto&...) { names.push_back(key); }
  void may(std::string_view key, const auto&...) { names.push_back(key); }
  void inside(auto& x) { std::remove_reference_t<decltype(x)>::keys(x, *this); }
  void own(const auto&...) {}
};
// This one loads them.
struct KeyLoader {
  const Node& node;
  const Context& context;
  void must(std::string_view key, auto& x, const auto&... how) {
    load(node.at(key), x, context, how...);
  }
  void may(std::string_view key, auto& x, const auto&... how) {
    if (const auto child = node.get(key)) load(*child, x, context, how...);
  }
  void may(std::string_view /*key*/, At& x) { load_at(node, x, context); }
  void inside(auto& x) { std::remove_reference_t<decltype(x)>::keys(x, *this); }
  void own(const auto&...) {}
};

// Loads an object with the keys that keys(x, visitor) visits and, if `more` is not empty, that one.
template <class T>
void load_keys(const Node& node, T& x, const Context& context, auto keys,
               std::string_view more = {}) {
  KeyNames known;
  if (!more.empty()) known.names.push_back(more);
  keys(x, known);
  node.only(known.names);
  KeyLoader loader{node, context};
  keys(x, loader);
  if constexpr (requires { check(node, x, context); }) check(node, x, context);
}
template <HasKeys T>
void load(const Node& node, T& x, const Context& context) {
  load_keys(node, x, context, [](T& each, auto& f) { T::keys(each, f); });
}
template <class Enum>
requires std::is_enum_v<Enum>
void load(const Node& node, Enum& x, const Context& /*context*/) {
  x = node.one_of(kNames<Enum>);
}
template <class T>
void load(const Node& node, std::optional<T>& x, const Context& context, const auto&... how) {
  T value{};
  load(node, value, context, how...);
  x = std::move(value);
}
template <class T>
void load(const Node& node, std::vector<T>& x, const Context& context, const auto&... how) {
  for (const Node& item : node.items()) load(item, x.emplace_back(), context, how...);
}
template <class T>
void load(const Node& node, std::vector<std::pair<std::string, T>>& x, const Context& context) {
  for (const auto& [key, value] : node.members())
    load(value, x.emplace_back(key, T()).second, context);
}

// A fault unless the file of the node is called so.
void require_file_name(const Node& node, const std::string& name);
// Returns the placeholders that the texts of a rule with this match may hold.
std::vector<std::string_view> captures_of(const Match& match);

}  // namespace mmlint::catalog
