#pragma once

#include "syntax/templates.h"

// Steps of expand_templates() (templates.h) and what they work on. Internal to syntax.
namespace mmlint::syntax {

// Text to put in place of a byte range.
struct Replacement {
  std::size_t begin, end;  // byte offsets before the replacement
  std::string text;
};

// A text in which templates are replaced step by step, with the map back to the file.
struct ExpandedText {
  std::string text;
  OffsetMap map;
  bool too_large = false;  // a replacement was left out because of kMaxBytes

  // Returns the offset in the file of an offset in the text.
  std::uint32_t place(std::size_t at) const;
  // Makes the replacements, which must be in order of their places and must not overlap.
  void replace(const std::vector<Replacement>& replacements);
};

// Returns the first offset from `at` on that holds no white space, as Python's \s counts it.
std::size_t skip_python_space(std::string_view text, std::size_t at);

// Replaces {{$NAME:default}} and {{'$NAME:default'}} (Config._substitute_env_variables). Appends
// those whose text is not known, and returns the exception that MMEngine raises, or nullopt.
std::optional<TemplateProblem> put_in_environment(
    ExpandedText& expanded, const Source& source,
    const std::map<std::string, std::string>& environment, bool has_all_variables,
    std::vector<UnknownTemplate>& unknown_templates);

}  // namespace mmlint::syntax
