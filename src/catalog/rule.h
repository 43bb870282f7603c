#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/language.h"
#include "catalog/example.h"
#include "catalog/literal.h"
#include "catalog/match.h"
#include "catalog/rule_fix.h"
#include "catalog/version.h"
#include "catalog/vocabulary.h"

namespace mmlint::catalog {

// A rule as its JSON file says it; rules/schema.json describes the file key by key.

struct Target;  // see target.h

// How a training run fails because of what a rule finds: at which stage, and with which errors in
// its log.
struct RunFailure {
  struct Error {
    std::string text;              // as the log has it; may hold {captures} and {target.*}
    std::optional<Literal> value;  // only where the matched value is this
    Facts when;                    // only where the target's facts are these
  };
  FailureStage stage = FailureStage::kLoad;
  std::vector<Error> errors;
};

// Where a finding is reported: at the matched value or at its key. A finding without a value, about
// an absent key or the config as a whole, is reported where a top-level key is defined, or at the
// file's first statement if nothing defines it. kDefinition names that key; findings with a value
// stay at their value.
struct At {
  enum class Kind : std::uint8_t { kValue, kKey, kDefinition } kind = Kind::kValue;
  std::string key;    // kDefinition
  std::string other;  // kDefinition: taken where nothing defines `key`; may be empty
};

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
};

// The one style of configs that a rule is for, and why the other cannot have what it finds.
struct OnlyIn {
  std::string style;  // "classic" or "lazy"
  LocalizedText why;
};

// A severity in place of the rule's: for a finding in a script if `match` finds the same place too,
// for a finding in a config if `match` holds for that config.
struct SeverityLevel {
  Severity severity;
  Match match;
  std::optional<LocalizedText> message;  // in place of the rule's; of configs only
};

// A second place that is shown with a finding in a script.
struct Related {
  LocalizedText label;
  std::optional<Match> match;  // its first place; without it, the place that the finding brings
};

// A rule file, validated. The text members but `summary` may hold {captures} and {target.*}.
struct Rule {
  std::string file;  // its path; of a rule inside the binary "rules/..."
  std::string code, name, since, documents;
  Severity severity = Severity::kError;
  bool on_by_default = true;
  bool once_per_run = false;              // told as one note about the run, not as findings
  std::optional<Version> since_mmengine;  // silent for releases before this one
  LocalizedText summary, message, why;
  LocalizedText label;  // behind the carets; may be empty
  Facts when;           // facts of the target that must hold
  Match match;
  At at;
  std::optional<RuleFix> fix;
  std::optional<RunFailure> failure;
  std::vector<Variant> variants;
  std::string
      cause_in_script;  // the code of the rule that reports the same cause in scripts; may be empty
  std::optional<OnlyIn> only_in;      // else examples of both styles are wanted
  std::vector<SeverityLevel> levels;  // the first that holds counts; else `severity`
  std::optional<Related> related;
  std::vector<Example> examples;  // those in its own file; for others see example_files.h
  std::vector<std::string> links;
};

}  // namespace mmlint::catalog
