#pragma once

#include "catalog/example.h"
#include "catalog/rule_fix.h"
#include "catalog/run_failure.h"
#include "catalog/version.h"

namespace mmlint::catalog {

// A rule as its JSON file has it; rules/schema.json describes the file key by key.
// Where a finding is reported: at the matched value or at its key. A finding without a value, about
// an absent key or the config as a whole, is reported where a top-level key is defined, or at the
// file's first statement if nothing defines it. kDefinition names that key; findings with a value
// stay at their value.
struct At {
  enum class Kind : std::uint8_t { kValue, kKey, kDefinition } kind = Kind::kValue;
  std::string key;    // kDefinition
  std::string other;  // kDefinition: taken where nothing defines `key`; may be empty
  static void keys(auto& x, auto& f) { f.own(x.kind, x.key, x.other); }
};

template <>
inline constexpr std::array<Named<At::Kind>, 2> kNames<At::Kind> = {
    {{"value", At::Kind::kValue}, {"key", At::Kind::kKey}}};

// A variation of a rule's texts, for findings whose matched value, target and form are these; what
// is empty fits every finding. Without `message` its `why` is added to the rule's; with one its
// message, label and why replace the rule's.
struct Variant {
  std::optional<Literal> value;  // compared as the primary matcher compares (ignore_case)
  Facts when;
  std::vector<std::string> forms;    // of launch scripts: a form of the predicate, or the variable
  std::optional<Severity> severity;  // with forms: in place of the rule's
  LocalizedText why;
  std::optional<LocalizedText> message;
  LocalizedText label;         // with a message; may be empty
  std::optional<RuleFix> fix;  // with a message: in place of the rule's
  static void keys(auto& x, auto& f) {
    f.may("value", x.value);
    f.may("when", x.when, as::Facts{});
    f.may("forms", x.forms);
    f.may("severity", x.severity);
    f.must("why", x.why);
    f.may("message", x.message);
    f.may("label", x.label);
    f.may("fix", x.fix);
  }
};

inline constexpr auto kStylesOfConfigs = std::to_array({kStyles[0], kStyles[1]});

// The one style of configs that a rule is for, and why the other cannot have what it finds.
struct OnlyIn {
  std::string style;  // "classic" or "lazy"
  LocalizedText why;
  static void keys(auto& x, auto& f) {
    f.must("style", x.style, kStylesOfConfigs);
    f.must("why", x.why, as::Plain{});
  }
};

// A severity in place of the rule's: for a finding in a script if `match` finds the same place too,
// for a finding in a config if `match` holds for that config.
struct SeverityLevel {
  Severity severity;
  Match match;
  std::optional<LocalizedText> message;  // in place of the rule's; of configs only
  static void keys(auto& x, auto& f) {
    f.must("severity", x.severity);
    f.must("match", x.match);
    f.may("message", x.message);
  }
};

// A second place that is shown with a finding. In a script it is the first that `match` finds, or
// the one that the finding brings; in a config each value that `match` finds.
struct Related {
  LocalizedText label;
  std::optional<Match> match;
  static void keys(auto& x, auto& f) {
    f.must("label", x.label);
    f.may("match", x.match);
  }
};

inline constexpr std::array<std::string_view, 3> kDocuments = {"config", "script", "shell"};

// A rule file, validated. The text members but `summary` may hold {captures} and {target.*}.
struct Rule {
  std::string file;  // its path; of a rule inside the binary "rules/..."
  std::string code, name, since, documents;
  Severity severity = Severity::kError;
  bool on_by_default = true;
  bool once_per_run = false;              // told as one note about the run, not as findings
  bool reports_scripts = true;  // of configs: what a script makes of one may be a finding too
  // Silent for releases before the first of these, and from the second on.
  std::optional<Version> since_mmengine, before_mmengine;
  LocalizedText summary, message, why;
  LocalizedText label;  // behind the carets; may be empty
  Facts when;           // facts of the target that must hold
  Match match;
  At at;
  std::optional<RuleFix> fix;
  std::optional<RuleFix> bridge_fix;  // on targets with a bridge, if it ends what the rule finds
  std::optional<RunFailure> failure;
  std::vector<Variant> variants;
  std::string cause_in_script;        // code of the rule for this cause in scripts; may be empty
  std::optional<OnlyIn> only_in;      // else examples of both styles are wanted
  std::vector<SeverityLevel> levels;  // the first that holds counts; else `severity`
  std::optional<Related> related;
  std::vector<Example> examples;  // those in its own file; for others see example_files.h
  std::vector<std::string> links;
  static void keys(auto& x, auto& f) {
    f.own(x.file, x.bridge_fix);
    f.must("code", x.code, kCode);
    f.must("name", x.name, kRuleName);
    f.must("since", x.since, kNumbers);
    f.must("documents", x.documents, kDocuments);
    f.must("severity", x.severity);
    f.may("since_mmengine", x.since_mmengine);
    f.may("before_mmengine", x.before_mmengine);
    f.may("on_by_default", x.on_by_default);
    f.may("once_per_run", x.once_per_run);
    f.may("reports_scripts", x.reports_scripts);
    f.must("summary", x.summary, as::Plain{});
    f.may("when", x.when, as::Facts{});
    f.must("match", x.match);
    f.may("at", x.at);
    f.must("message", x.message);
    f.must("why", x.why);
    f.may("label", x.label);
    f.may("fix", x.fix);
    f.may("fails", x.failure);
    f.may("variants", x.variants);
    f.may("cause_in_script", x.cause_in_script, kCode);
    f.may("only_in", x.only_in);
    f.may("levels", x.levels);
    f.may("related", x.related);
    f.may("examples", x.examples);
    f.must("links", x.links, kLink);
  }
};

}  // namespace mmlint::catalog
