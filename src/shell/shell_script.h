#pragma once

#include <memory>
#include <vector>

#include "script/summary.h"
#include "shell/summary.h"
#include "shell_syntax/shell_document.h"

namespace mmlint::shell {

// Python inside of a launch script, with a summary of what it does. Its spans are places of the
// launch script.
struct EmbeddedScript {
  EmbeddedScript(const Source& source, const EmbeddedPython& code);
  EmbeddedScript(const EmbeddedScript&) = delete;
  EmbeddedScript& operator=(const EmbeddedScript&) = delete;

  const syntax::Document document;
  std::shared_ptr<const script::Summary> script;  // null if it is no valid Python
};

// A launch script: its syntax tree, what it starts, and the Python inside of it.
struct Script {
  // Reads and summarizes a source, which must outlive the script.
  explicit Script(const Source& source) : document(source), summary(summarize(document)) {}
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  // The same with the embedded Python; null if bash would refuse the text.
  static std::shared_ptr<Script> read_if_valid(const Source& source, syntax::Parser& parser);

  const shell_syntax::ShellDocument document;
  const Summary summary;
  // Of summary.embedded: what is completely known and valid Python.
  std::vector<std::unique_ptr<EmbeddedScript>> python;
};

}  // namespace mmlint::shell
