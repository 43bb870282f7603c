#include "report/rule_help.h"

#include <vector>

#include <fmt/format.h>

#include "base/paths.h"
#include "catalog/on_target.h"
#include "catalog/placeholders.h"
#include "report/catalog_text.h"
#include "report/markup.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

using catalog::Example;
using catalog::ExampleFile;
using catalog::Rule;
using catalog::Target;

std::string fix_markdown(const Rule& rule, const Target& target, Severity severity,
                         Language language) {
  const Words& w = words(language);
  const catalog::RuleFix* fix = catalog::fix_of(rule, target);
  if (!fix) return std::string(w.no_fix) + "\n\n";
  const catalog::Grade grade = catalog::grade_of(rule, target, severity);
  std::string out = markdown_text(say(w.fix_title, w.safety_of(grade.safety),
                                      target_words(fix->title, target, language))) +
                    "\n\n";
  if (!grade.why) return out;
  return out +
         fmt::format("{} {}\n\n",
                     grade.safety == Safety::kDisplay ? w.not_applied_because : w.not_safe_because,
                     markdown_text(target_words(*grade.why, target, language)));
}

std::string example_markdown(const Example& example, const Words& w) {
  std::string out = markdown_text(say(w.example_for, example.target)) + "\n\n";
  for (const ExampleFile& file : example.files) {
    const std::string_view language = extension(file.path) == ".sh" ? "bash" : "python";
    out += fmt::format("{}{}\n\n{}\n", markdown_text(file.path), file.made ? ", a new file" : "",
                       markdown_block(file.made ? *file.fixed : file.text, language));
    if (file.fixed && !file.made)
      out += fmt::format("{}\n\n{}\n", w.becomes, markdown_block(*file.fixed, language));
  }
  return out;
}

}  // namespace

RuleHelp help_of(const Rule& rule, std::span<const Example> examples,
                 const catalog::Catalog& catalog, const Target& target, Language language) {
  const Words& w = words(language);
  RuleHelp out{.code = rule.code,
               .name = rule.name,
               .summary = rule.summary.in(language),
               .why = target_words(why_on(rule, target), target, language),
               .severity = catalog.severity_on(rule, target),
               .text = explain_rule(rule, examples, catalog, target, language),
               .markdown = {}};
  out.markdown =
      markdown_text(out.why) + "\n\n" + fix_markdown(rule, target, out.severity, language);
  if (const Example* bad = example_of(examples, false, target))
    out.markdown += example_markdown(*bad, w);
  out.markdown += markdown_text(say(w.to_keep, rule.code)) + '\n';
  if (!rule.links.empty()) out.markdown += fmt::format("\n{}\n\n", w.links);
  for (const std::string& link : rule.links) out.markdown += fmt::format("- <{}>\n", link);
  return out;
}

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
