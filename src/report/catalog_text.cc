#include "report/catalog_text.h"

#include "base/paths.h"
#include "base/text.h"
#include "catalog/on_target.h"
#include "report/frame.h"
#include "report/words.h"

namespace mmlint::report {
using catalog::Catalog;
using catalog::Example;
using catalog::ExampleFile;
using catalog::Literal;
using catalog::Rule;
using catalog::Target;

namespace {

constexpr std::size_t kWidth = 100;

std::string joined(const std::vector<std::string>& names, const Words& w) {
  return fmt::format("{}", fmt::join(names, w.comma));
}

// Words in lines of at most kWidth columns, each behind `indent`.
std::string paragraph(std::string_view words, std::string_view indent) {
  return fmt::format("{}{}\n", indent, wrapped(words, kWidth, indent.size(), indent.size()));
}

std::string lines_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::string out;
  for (std::string_view line : split(text, '\n')) {
    const bool windows = line.ends_with('\r');  // nobody would see it
    if (windows) line.remove_suffix(1);
    out += line.empty() && !windows ? "\n" : fmt::format("    {}{}\n", line, windows ? "^M" : "");
  }
  return out;
}

std::string example_text(const Example& example, const Words& w) {
  std::string out;
  for (const ExampleFile& file : example.files) {
    if (file.made) {
      out += fmt::format("\n  {}, a new file:\n\n{}", file.path, lines_of(*file.fixed));
      continue;
    }
    out += fmt::format("\n  {}:\n\n{}", file.path, lines_of(file.text));
    if (file.fixed) out += fmt::format("\n  {}\n\n{}", w.becomes, lines_of(*file.fixed));
  }
  return out;
}

std::string fix_text(const Rule& rule, const Target& target, Severity severity, Language language) {
  const Words& w = words(language);
  const catalog::RuleFix* fix = catalog::fix_of(rule, target);
  if (!fix) return std::string(w.no_fix) + '\n';
  const catalog::Grade grade = catalog::grade_of(rule, *fix, target, severity);
  std::string out =
      say(w.fix_title, w.safety_of(grade.safety), target_words(fix->title, target, language)) +
      '\n';
  if (!grade.why) return out;
  out += grade.safety == Safety::kDisplay ? w.not_applied_because : w.not_safe_because;
  return out + '\n' + paragraph(target_words(*grade.why, target, language), "  ");
}

// What a run raises because of it, whatever the value.
std::string errors_text(const Rule& rule, const Target& target, const Words& w) {
  std::string out;
  if (!rule.failure) return out;
  for (const auto& error : rule.failure->errors) {
    if (!target.has(error.when)) continue;
    const LocalizedText text{error.text, error.text};
    out += fmt::format("{}\"{}\"", out.empty() ? "" : w.or_,
                       target_words(text, target, Language::kEnglish));
  }
  return out;
}

std::string also_called(const Target& target, const Words& w) {
  return target.aliases.empty() ? "" : say(w.also_called, joined(target.aliases, w));
}

// The targets that a rule is active on, and its severity there.
std::string where_text(const Rule& rule, const Catalog& catalog, const Words& w) {
  std::vector<std::string> names;
  std::map<Severity, std::vector<std::string>> others;
  for (const Target& target : catalog.targets()) {
    for (const Catalog::Active& active : catalog.active(target, true)) {
      if (active.rule != &rule) continue;
      (active.severity == rule.severity ? names : others[active.severity]).push_back(target.name);
    }
  }
  std::string out = say(w.severity_on, w.severity_of(rule.severity),
                        names.empty()                              ? w.no_target
                        : names.size() == catalog.targets().size() ? w.every_target
                                                                   : joined(names, w));
  for (const auto& [severity, where] : others)
    out += w.sentences + say(w.severity_on, w.severity_of(severity), joined(where, w));
  if (rule.since_mmengine)
    out += w.sentences + say(w.since_mmengine, catalog::printed(*rule.since_mmengine));
  if (rule.before_mmengine)
    out += w.sentences + say(w.until_mmengine, catalog::printed(*rule.before_mmengine));
  return rule.on_by_default ? out : std::string(out) + w.sentences + w.off_unless_selected;
}

std::string fact_line(const std::string& path, const Literal& value) {
  const auto words = catalog::printed(value);
  return words ? fmt::format("  {:<44} {}\n", path, *words) : "";
}

// Each fact in a line.
void add_facts(const Literal& facts, const std::string& path, std::string& out) {
  for (const auto& [name, value] : *facts.dict()) {
    const std::string at = path.empty() ? name : path + "." + name;
    if (value.dict() != nullptr)
      add_facts(value, at, out);
    else
      out += fact_line(at, value);
  }
}

using catalog::Example;
using catalog::ExampleFile;
using catalog::Rule;
using catalog::Target;

// The target that the texts of a rule are true of: the one that was asked for, or else one that the
// rule is active on and has an example for.
const Target& target_about(const Rule& rule, std::span<const Example> examples,
                           const Catalog& catalog, const Target& asked) {
  const auto is_active = [&](const Target& target) {
    return std::ranges::any_of(catalog.active(target, true),
                               [&](const auto& active) { return active.rule == &rule; });
  };
  if (is_active(asked)) return asked;
  for (const Example& example : examples) {
    const Target* target = catalog.target(example.target);
    if (target && is_active(*target)) return *target;
  }
  const auto& all = catalog.targets();
  const auto found = std::ranges::find_if(all, is_active);
  return found == all.end() ? asked : *found;
}

std::string fix_markdown(const Rule& rule, const Target& target, Severity severity,
                         Language language) {
  const Words& w = words(language);
  const catalog::RuleFix* fix = catalog::fix_of(rule, target);
  if (!fix) return std::string(w.no_fix) + "\n\n";
  const catalog::Grade grade = catalog::grade_of(rule, *fix, target, severity);
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

std::string list_rules(const Catalog& catalog, Language language) {
  const Words& w = words(language);
  std::size_t width = 0;
  for (const Rule& rule : catalog.rules()) width = std::max(width, rule.name.size());
  std::string out;
  for (const Rule& rule : catalog.rules()) {
    out += fmt::format("{}  {:<7}  {:<7}  {:<{}}  {}{}\n", rule.code, w.severity_of(rule.severity),
                       rule.fix ? w.safety_of(rule.fix->safety) : "-", rule.name, width,
                       rule.summary.in(language), rule.on_by_default ? "" : w.off_mark);
  }
  return out;
}

std::string explain_rule(const Rule& rule, std::span<const Example> examples,
                         const Catalog& catalog, const Target& asked, Language language) {
  const Words& w = words(language);
  const Target& target = target_about(rule, examples, catalog, asked);
  std::string further;
  for (const catalog::Variant& variant : rule.variants) {
    if (!target.has(variant.when) || !variant.forms.empty() || variant.message) continue;
    const auto value = variant.value ? catalog::printed(*variant.value) : std::nullopt;
    further += paragraph(
        (value ? say(w.with_value, *value) : "") + target_words(variant.why, target, language),
        "  ");
  }
  std::string out =
      fmt::format("{} {} ({})\n\n", rule.code, rule.name, where_text(rule, catalog, w));
  out += paragraph(rule.summary.in(language), "") + '\n';
  if (&target != &asked)
    out += paragraph(say(w.finds_nothing_on, rule.code, asked.name, target.name), "") + '\n';
  out += paragraph(target_words(why_on(rule, target), target, language), "") + '\n';
  if (!further.empty()) out += further + '\n';
  if (rule.only_in) {
    const auto& [style, reason] = *rule.only_in;
    out += paragraph(say(w.only_in, style, reason.in(language)), "") + '\n';
  }
  if (const std::string errors = errors_text(rule, target, w); !errors.empty())
    out += paragraph(say(w.in_the_log, errors), "") + '\n';
  out += fix_text(rule, target, catalog.severity_on(rule, target), language);
  if (const Example* bad = example_of(examples, false, target))
    out += '\n' + say(w.example_for, bad->target) + '\n' + example_text(*bad, w);
  if (const Example* good = example_of(examples, true, target))
    out += '\n' + say(w.silent_example_for, good->target) + '\n' + example_text(*good, w);
  out += '\n' + say(w.to_keep, rule.code) + "\n\n";
  for (const std::string& link : rule.links) out += link + '\n';
  return out;
}

std::string list_targets(const Catalog& catalog, std::string_view standard, Language language) {
  std::string out;
  for (const Target& target : catalog.targets()) {
    out += fmt::format("{:<8}  {}{}{}\n", target.name, target.title.in(language),
                       target.name == standard ? words(language).default_mark : "",
                       also_called(target, words(language)));
  }
  return out;
}

std::string explain_target(const Target& target, const Catalog& catalog, Language language) {
  const Words& w = words(language);
  std::string out =
      fmt::format("{}: {}{}\n\n", target.name, target.title.in(language), also_called(target, w));
  add_facts(target.facts, "", out);
  out += fmt::format("\n{}\n", w.where_read);
  for (const auto& [group, source] : target.sources)
    out += paragraph(fmt::format("{}: {}", group, source), "  ");
  for (const Target::Past& past : target.history) {
    out += '\n' + say(w.before_mmengine, catalog::printed(past.before)) + '\n';
    for (const auto& [path, value] : past.facts) out += fact_line(path, value);
    out += paragraph(past.source, "  ");
  }
  std::vector<std::string> codes;
  for (const Catalog::Active& active : catalog.active(target)) {
    codes.push_back(
        active.severity == active.rule->severity
            ? active.rule->code
            : fmt::format("{} ({})", active.rule->code, w.severity_of(active.severity)));
  }
  return out + fmt::format("\n{}\n", w.rules) +
         paragraph(fmt::format("{}", fmt::join(codes, ", ")), "  ");
}

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
