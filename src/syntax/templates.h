#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/span.h"
#include "syntax/document.h"

// MMEngine's templates, which it puts in as text before Python sees a classic config: {{
// fileBasename }} and its like, {{$NAME:default}}, {{_base_.a.b}}.
// (Config._substitute_predefined_vars, _substitute_env_variables and _pre_substitute_base_vars in
// mmengine/config/config.py)
namespace mmlint::syntax {

// One {{_base_.path}}. The text holds the token in double quotes in its place; where it ends up as
// a whole value, the base's value at the path belongs there. Equal paths have equal tokens.
struct BaseVariable {
  std::string token;
  std::string path;  // dotted
  Span span;         // in the file, the braces included
};

// An exception that MMEngine raises for a template.
struct TemplateProblem {
  Span span;
  std::string name;  // of the environment variable
  std::string
      exception;  // "KeyError" for an empty value, "re.error", "MemoryError" for too much text
  std::string detail;
};

// A template of which mmlint does not say what MMEngine puts in its place, because MMEngine takes
// the default for a regular expression, or because the variable is not given. It stays in the text;
// a literal that holds it is unknown.
struct UnknownTemplate {
  Span span;
  std::string name;      // of the environment variable
  std::string fallback;  // the default as it is written
  bool expression;       // false: an expression in another template may match this one
  bool not_given =
      false;  // it has no default, and the variable may be set where the config is used
};

// A text with its templates replaced.
struct Expansion {
  std::string text;
  OffsetMap map;  // no segments if the text is the file's own
  std::vector<BaseVariable> base_variables;
  std::vector<UnknownTemplate> unknown;
  std::optional<TemplateProblem> problem;  // then the rest is not complete
};

// Replaces the templates of a classic config as MMEngine does, in its order. `file_path` is
// absolute and gives {{ fileDirname }} and its like their values. Tokens depend on nothing but the
// text. Unless `environment` has all variables, one that it lacks and that has no default is
// unknown; else it is a problem.
Expansion expand_templates(const Source& source, std::string_view file_path,
                           const std::map<std::string, std::string>& environment,
                           bool has_all_variables = true);

}  // namespace mmlint::syntax
