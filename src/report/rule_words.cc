#include "report/rule_words.h"

#include <vector>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "catalog/placeholders.h"

namespace mmlint::report {

using catalog::Example;
using catalog::Target;

std::string target_words(const LocalizedText& words, const Target& target, Language language) {
  const std::string& text = words.in(language);
  std::vector<catalog::TemplatePiece> pieces;
  catalog::Captures captures;
  catalog::cut_at_placeholders(text, pieces);
  for (const catalog::TemplatePiece& piece : pieces) {
    if (piece.placeholder && !catalog::fact_path(piece.text))
      captures.emplace(piece.text, fmt::format("<{}>", piece.text));
  }
  return catalog::fill(text, captures, target);
}

const LocalizedText& why_on(const catalog::Rule& rule, const Target& target) {
  const LocalizedText* why = &rule.why;
  for (const catalog::Variant& variant : rule.variants) {
    if (variant.message && variant.forms.empty() && target.has(variant.when)) why = &variant.why;
  }
  return *why;
}

const Example* example_of(std::span<const Example> examples, bool good, const Target& target) {
  const Example* first = nullptr;
  for (const Example& example : examples) {
    if (example.good != good) continue;
    if (example.target == target.name) return &example;
    if (!first) first = &example;
  }
  return first;
}

}  // namespace mmlint::report
