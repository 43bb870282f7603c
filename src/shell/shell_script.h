#pragma once

#include "script/summary.h"
#include "shell/summary.h"
#include "shell_syntax/shell_document.h"

namespace mmlint::shell {

// Python code inside of a launch script, with a summary of what it does. Its spans are places in
// the launch script.
struct EmbeddedScript : Pinned {
  EmbeddedScript(const Source& source, const EmbeddedPython& code);

  const syntax::Document document;
  std::shared_ptr<const script::Summary> script;  // null if the code is not valid Python
};

// A launch script: its syntax tree, what it starts, and the Python inside of it.
struct Script : Pinned {
  // Reads and summarizes a source, which must outlive the script.
  explicit Script(const Source& source) : document(source), summary(summarize(document)) {}

  // Reads and summarizes a source with the Python inside of it; null if it is not UTF-8. The source
  // must outlive the result.
  static std::shared_ptr<Script> read_if_text(const Source& source);

  // Returns false if bash refuses the text. The rest is then about what bash runs before that.
  bool is_valid() const { return document.problems().empty(); }

  const shell_syntax::ShellDocument document;
  const Summary summary;
  // The entries of summary.embedded that are completely known and valid Python.
  std::vector<std::unique_ptr<EmbeddedScript>> python;
};

}  // namespace mmlint::shell
