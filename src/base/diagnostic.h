#pragma once

#include "base/text_edit.h"

namespace mmlint {

enum class Severity : std::uint8_t { kInfo, kWarning, kError };
// What `mmlint fix` does with a fix: safe ones are applied, unsafe ones only with --unsafe, display
// ones are never applied, only shown.
enum class Safety : std::uint8_t { kSafe, kUnsafe, kDisplay };

const char* to_string(Severity severity);  // "info", "warning", "error"
const char* to_string(Safety safety);      // "safe", "unsafe", "display"

// A further place that a finding points at, with the text that is printed there.
struct Label {
  Span span;
  std::string text;
};

// One resolved key of one config that a fix changes. Before and after are printed values; an absent
// key is an empty optional.
struct Intent {
  std::string config;  // absolute path
  std::string key;     // key path as --cfg-options writes it: a.b.0.c
  std::optional<std::string> before;
  std::optional<std::string> after;
  friend auto operator<=>(const Intent&, const Intent&) = default;
};

// What repairs a finding. Its edits and files are applied together or not at all.
struct Fix {
  std::string title;
  Safety safety = Safety::kDisplay;
  std::string why_not_safe;  // empty if safe
  std::vector<TextEdit> edits;
  std::vector<Intent> intents;
  std::vector<NewFile> files = {};
};

// How many configs the cause of a finding reaches, directly or by inheritance, and some of them.
struct Affects {
  std::uint32_t count = 0;       // how many configs below the root
  std::uint32_t checked = 0;     // how many of these were passed
  std::vector<FileId> examples;  // sorted by their paths, the file of the finding left out
};

// One finding, as reports print it. It owns its texts; its spans are of the run's SourceStore.
struct Diagnostic {
  std::string code;  // "MM101"
  std::string name;  // "unsupported-backend"
  Severity severity = Severity::kError;
  Span primary;       // the place that is underlined; its file is always known
  std::string label;  // printed after the carets, may be empty
  std::string key;    // key path the finding is about, may be empty
  std::string message;
  std::string why;
  std::vector<Label> labels;
  std::vector<std::string> notes;
  std::string found_through;  // absolute path of the passed config if primary's file was not passed
  std::vector<std::string> targets;  // those it holds on, if several were asked for
  Affects affects;                   // its count is 0 if the finding is not about resolved configs
  std::optional<Fix> fix;
};

// Returns true if `a` is reported before `b`, a finding of the same file: by byte offset, then
// code, then key path. The order of the files is the caller's.
bool before(const Diagnostic& a, const Diagnostic& b);

}  // namespace mmlint
