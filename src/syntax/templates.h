#pragma once

#include "base/source.h"
#include "syntax/offset_map.h"

// MMEngine's templates, which it puts in as text before Python sees a classic config: {{
// fileBasename }} and its like, {{$NAME:default}}, {{_base_.a.b}}.
// (Config._substitute_predefined_vars, _substitute_env_variables and _pre_substitute_base_vars in
// mmengine/config/config.py)
namespace mmlint::syntax {

// One {{_base_.path}}. In the expanded text its place is taken by the token in double quotes. A
// value that is just this token stands for the base's value at the path. Equal paths have equal
// tokens.
struct BaseVariable {
  std::string token;
  std::string path;  // dotted: "a.b"
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

// A template for which it is not known what MMEngine puts in its place, because MMEngine takes the
// default for a regular expression, or because the variable is not given. It stays in the text, and
// a literal that holds it is an unknown value.
struct UnknownTemplate {
  Span span;
  std::string name;      // of the environment variable
  std::string fallback;  // the default as it is written
  bool expression;       // true: its default is an expression; else another's may match it
  bool not_given =
      false;  // it has no default, and the variable may be set where the config is used
};

// A text with its templates replaced.
struct Expansion {
  std::string text;
  OffsetMap map;  // no segments if the text is the file's own
  std::vector<BaseVariable> base_variables;
  std::vector<UnknownTemplate> unknown;
  std::optional<TemplateProblem> problem;  // set: the other members are incomplete
};

// Replaces the templates of a classic config as MMEngine does, in its order. `file_path` is
// absolute and gives {{ fileDirname }} and its like their values. Tokens depend on nothing but the
// text. A variable that `environment` lacks and that has no default is a problem if
// `has_all_variables`, else unknown.
Expansion expand_templates(const Source& source, std::string_view file_path,
                           const std::map<std::string, std::string>& environment,
                           bool has_all_variables = true);

}  // namespace mmlint::syntax
