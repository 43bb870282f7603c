#pragma once

#include <memory>
#include <string>
#include <vector>

#include "script/summary.h"
#include "shell/summary.h"
#include "shell_syntax/shell_document.h"

namespace mmlint::shell {

// Python that stands in a launch script, and what it does. Spans are places of the launch script.
struct EmbeddedScript {
  EmbeddedScript(const Source& source, const EmbeddedPython& code);
  EmbeddedScript(const EmbeddedScript&) = delete;
  EmbeddedScript& operator=(const EmbeddedScript&) = delete;

  const syntax::Document document;
  std::shared_ptr<const script::Summary> script;  // null if it is no valid Python
};

// A launch script of a workspace: its text and what it starts.
struct Script {
  explicit Script(const Source& source) : document(source), summary(summarize(document)) {}
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  // Null if bash refuses the text.
  static std::shared_ptr<Script> read_if_valid(const Source& source, syntax::Parser& parser);

  const shell_syntax::ShellDocument document;
  const Summary summary;
  std::vector<std::unique_ptr<EmbeddedScript>> python;  // of summary.embedded, where all is known
};

}  // namespace mmlint::shell
