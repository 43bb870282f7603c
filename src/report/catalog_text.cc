#include "report/catalog_text.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/internal_error.h"
#include "base/text.h"
#include "catalog/on_target.h"
#include "catalog/placeholders.h"

namespace mmlint::report {

using catalog::Catalog;
using catalog::Example;
using catalog::ExampleFile;
using catalog::Literal;
using catalog::Rule;
using catalog::Target;

namespace {

constexpr std::size_t kWidth = 100;

// A text of a rule with the target's facts in it; what only a finding knows stays a name: <value>.
std::string target_words(std::string_view text, const Target& target) {
  std::vector<catalog::Piece> pieces;
  catalog::Captures captures;
  catalog::cut_at_placeholders(text, pieces);
  for (const catalog::Piece& piece : pieces) {
    if (piece.placeholder && !catalog::fact_path(piece.text))
      captures.emplace(piece.text, fmt::format("<{}>", piece.text));
  }
  return catalog::fill(text, captures, target);
}

// Words in lines of at most kWidth columns, each behind `indent`.
std::string wrapped(std::string_view words, std::string_view indent) {
  std::string out(indent);
  std::size_t column = indent.size();
  for (const std::string_view word : split(words, ' ')) {
    const std::size_t width = display_width(word);
    if (column > indent.size() && column + 1 + width > kWidth) {
      out += fmt::format("\n{}", indent);
      column = indent.size();
    } else if (column > indent.size()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  return out + '\n';
}

std::string lines_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::string out;
  for (const std::string_view line : split(text, '\n'))
    out += line.empty() ? "\n" : fmt::format("    {}\n", line);
  return out;
}

// The first, but one for this target before all others.
const Example& example_of(const Rule& rule, bool good, const Target& target) {
  const Example* first = nullptr;
  for (const Example& example : rule.examples) {
    if (example.good != good) continue;
    if (example.target == target.name) return example;
    if (!first) first = &example;
  }
  MM_CHECK(first != nullptr);  // loading requires both
  return *first;
}

std::string example_text(const Example& example) {
  std::string out;
  for (const ExampleFile& file : example.files) {
    out += fmt::format("\n  {}:\n\n{}", file.path, lines_of(file.bad));
    if (!file.fixed.empty()) out += fmt::format("\n  becomes:\n\n{}", lines_of(file.fixed));
  }
  return out;
}

std::string fix_text(const Rule& rule, const Target& target, Severity severity) {
  if (!rule.fix) return "No fix.\n";
  const catalog::Grade grade = catalog::grade_of(rule, target, severity);
  std::string out = fmt::format("Fix ({}): {}\n", to_string(grade.safety),
                                target_words(rule.fix->title.en, target));
  const char* limit = grade.safety == Safety::kDisplay ? "Not applied because" : "Not safe because";
  if (grade.why)
    out += fmt::format("{}:\n", limit) + wrapped(target_words(grade.why->en, target), "  ");
  return out;
}

Severity severity_on(const Rule& rule, const Catalog& catalog, const Target& target) {
  for (const Catalog::Active& active : catalog.active(target)) {
    if (active.rule == &rule) return active.severity;
  }
  return rule.severity;
}

// The targets that a rule is active on, and its severity there.
std::string where_text(const Rule& rule, const Catalog& catalog) {
  std::vector<std::string> names;
  std::map<Severity, std::vector<std::string>> others;
  for (const Target& target : catalog.targets()) {
    for (const Catalog::Active& active : catalog.active(target)) {
      if (active.rule != &rule) continue;
      names.push_back(target.name);
      if (active.severity != rule.severity) others[active.severity].push_back(target.name);
    }
  }
  std::string out = fmt::format("{} on {}", to_string(rule.severity),
                                names.empty() ? "no target"
                                : names.size() == catalog.targets().size()
                                    ? "every target"
                                    : fmt::format("{}", fmt::join(names, ", ")));
  for (const auto& [severity, where] : others)
    out += fmt::format("; {} on {}", to_string(severity), fmt::join(where, ", "));
  return rule.on_by_default ? out : out + "; off unless selected";
}

// Each fact in a line, and below them where they were read.
void add_facts(const Literal& facts, const std::string& path, std::string& out) {
  for (const auto& [name, value] : *facts.dict()) {
    const std::string at = path.empty() ? name : path + "." + name;
    if (value.dict() != nullptr) {
      add_facts(value, at, out);
    } else if (const auto words = catalog::printed(value)) {
      out += fmt::format("  {:<44} {}\n", at, *words);
    }
  }
}

}  // namespace

std::string list_rules(const Catalog& catalog) {
  std::size_t width = 0;
  for (const Rule& rule : catalog.rules()) width = std::max(width, rule.name.size());
  std::string out;
  for (const Rule& rule : catalog.rules()) {
    out += fmt::format("{}  {:<7}  {:<7}  {:<{}}  {}{}\n", rule.code, to_string(rule.severity),
                       rule.fix ? to_string(rule.fix->safety) : "-", rule.name, width,
                       rule.summary.en, rule.on_by_default ? "" : " (off unless selected)");
  }
  return out;
}

std::string explain_rule(const Rule& rule, const Catalog& catalog, const Target& target) {
  const catalog::Text* why = &rule.why;
  std::string further;
  for (const catalog::Variant& variant : rule.variants) {
    if (!target.has(variant.when)) continue;
    if (variant.message) {
      why = &variant.why;
      continue;
    }
    const auto value = variant.value ? catalog::printed(*variant.value) : std::nullopt;
    further += wrapped(fmt::format("{}{}", value ? "With " + *value + ": " : "",
                                   target_words(variant.why.en, target)),
                       "  ");
  }
  const Example& bad = example_of(rule, false, target);
  const Example& good = example_of(rule, true, target);
  std::string out = fmt::format("{} {} ({})\n\n", rule.code, rule.name, where_text(rule, catalog));
  out += wrapped(rule.summary.en, "") + '\n' + wrapped(target_words(why->en, target), "") + '\n';
  if (!further.empty()) out += further + '\n';
  if (rule.only_in) {
    const auto& [style, reason] = *rule.only_in;
    out += wrapped(fmt::format("For {} configs only: {}", style, reason.en), "") + '\n';
  }
  out += fix_text(rule, target, severity_on(rule, catalog, target));
  out += fmt::format("\nExample for {}:\n{}", bad.target, example_text(bad));
  out += fmt::format("\nNothing is found here, for {}:\n{}", good.target, example_text(good));
  out += fmt::format("\nTo keep one: # mmlint: ignore[{}]\n\n", rule.code);
  for (const std::string& link : rule.links) out += link + '\n';
  return out;
}

std::string list_targets(const Catalog& catalog, std::string_view standard) {
  std::string out;
  for (const Target& target : catalog.targets()) {
    out += fmt::format("{:<8}  {}{}\n", target.name, target.title.en,
                       target.name == standard ? " (default)" : "");
  }
  return out;
}

std::string explain_target(const Target& target, const Catalog& catalog) {
  std::string out = fmt::format("{}: {}\n\n", target.name, target.title.en);
  add_facts(target.facts, "", out);
  out += "\nWhere that was read:\n";
  for (const auto& [group, source] : target.sources)
    out += wrapped(fmt::format("{}: {}", group, source), "  ");
  std::vector<std::string> codes;
  for (const Catalog::Active& active : catalog.active(target)) {
    codes.push_back(active.severity == active.rule->severity
                        ? active.rule->code
                        : fmt::format("{} ({})", active.rule->code, to_string(active.severity)));
  }
  out += "\nRules:\n" + wrapped(fmt::format("{}", fmt::join(codes, ", ")), "  ");
  return out;
}

}  // namespace mmlint::report
