#pragma once

#include "check/findings/finding.h"
#include "fix/context.h"
#include "fix/plan.h"
#include "fix/script/cuda_places.h"
#include "fix/script/imports.h"
#include "fix/script/name_reads.h"

namespace mmlint::fix {

// What planners ask of the code of one script, read once for all findings in it.
struct ScriptCode {
  ScriptCode(const syntax::Document& document);

  const NameReads& reads();  // takes long: found when somebody asks first
  // Returns the name for the module torch at a place (a byte offset) that the script imports at its
  // top level: "torch", or what it is called with `as`. Nullopt if the script has none there.
  std::optional<std::string> torch_at(std::uint32_t place) const;

  CudaPlaces cuda;
  // Whether the program that an entry script starts uses a function, class or variable of this file
  // for CUDA in another file; see shares_with_cuda().
  std::map<std::pair<std::string, std::string_view>, bool> used_elsewhere;

 private:
  const syntax::Document& document_;
  std::optional<NameReads> reads_;
  std::optional<std::pair<std::uint32_t, std::string>> torch_;  // behind which place, as what
};

// Returns the code of a script, which the context keeps. The document is one of its workspace.
ScriptCode& code_of(const syntax::Document& document, const Context& context);

// Returns the path of the entry script of a finding. The finding itself may be in a module that
// this script imports.
const std::string& script_path_of(const check::Finding& finding, project::Workspace& workspace);
// Returns that script. The workspace, from which it is read, owns it; null if it is not valid
// Python.
const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace);

// Returns the fact about the call at a place; null if there is none. The summary owns it.
const script::Call* call_at(const script::Summary& script, Span call);

// Returns true for a variable and an attribute of one: `a`, `a.b`.
bool is_path(const syntax::Expr& expr);

// Plans that those launches of a program which are meant pass further arguments, which are written
// behind the name of the script, or of the config that follows it. Refused if one of them starts
// other scripts as well, or has that name from a variable.
Planned pass_in_launches(const launch::Program& program, std::string_view arguments,
                         const std::function<bool(const launch::LinkedLaunch&)>& is_meant);

// Plans lines in front of the statement that holds an expression of a script. `imports` are those
// that the lines need. Refused if something else stands before the statement on its line.
Planned put_before(const syntax::Document& document, const syntax::Stmt& stmt,
                   std::span<const std::string> lines, const ScriptImports& imports);

// The line that a simple statement, or the head of a compound one, begins.
struct StatementLine {
  std::string indent;  // the blanks before it
  std::string unit;    // what one more level of indentation adds
  bool ends;           // nothing but a comment stands behind the statement
};
// Returns nullopt if something else stands before the statement on its line.
std::optional<StatementLine> line_of(const syntax::Document& document, Span statement);

// Returns the edits that make a statement the body of a head such as `if x:`. It gets a line of its
// own: `a(); b(); c()` is parted at its semicolons. Empty if that is not possible, as in
// `if y: a(); b()`.
std::vector<TextEdit> put_below(const syntax::Document& document, const syntax::Stmt& stmt,
                                std::string_view head);

}  // namespace mmlint::fix
