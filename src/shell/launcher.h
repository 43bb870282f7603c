#pragma once

#include <memory>
#include <string>
#include <vector>

#include "script/script.h"
#include "shell/launch_script.h"
#include "shell_syntax/shell_document.h"

namespace mmlint::shell {

// Python that stands in a launch script, and what it does. Spans are places of the launch script.
struct PythonInside {
  PythonInside(const Source& source, const EmbeddedPython& code);
  PythonInside(const PythonInside&) = delete;
  PythonInside& operator=(const PythonInside&) = delete;

  const syntax::Document document;
  std::shared_ptr<const script::Script> script;  // null if it is no valid Python
};

// A launch script of a workspace: its text and what it starts.
struct Launcher {
  explicit Launcher(const Source& source) : document(source), facts(read_launch_script(document)) {}
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  // Null if bash refuses the text.
  static std::shared_ptr<Launcher> read_if_valid(const Source& source, syntax::Parser& parser);

  const shell_syntax::ShellDocument document;
  const LaunchScript facts;
  std::vector<std::unique_ptr<PythonInside>> python;  // of facts.embedded, where all is known
};

}  // namespace mmlint::shell
