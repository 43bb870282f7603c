#include "check/judge_refused_scripts.h"

#include <algorithm>

#include "base/paths.h"
#include "base/text.h"
#include "launch/program_store.h"
#include "project/import_scan.h"

namespace mmlint::check {
namespace {

// Whether a script seems to import a module of that name, from whatever package.
bool may_import(const syntax::Document& script, std::string_view name) {
  const auto imports = project::scan_imports(script.source().bytes());
  return std::any_of(imports.begin(), imports.end(), [name](const auto& import) {
    const auto parts = split(import.dotted, '.');
    return std::find(parts.begin(), parts.end(), name) != parts.end() ||
           std::find(import.names.begin(), import.names.end(), name) != import.names.end();
  });
}

bool is_reached(const std::string& path, const Request& request,
                const launch::ProgramStore& programs) {
  if (!programs.graph().of_script(path).empty()) return true;
  const std::string folder = parent_folder(path);
  const std::string_view name = stem(path) == "__init__" ? file_name(folder) : stem(path);
  return std::any_of(request.scripts.begin(), request.scripts.end(),
                     [&](const std::string& script) {
                       const syntax::Document* document = request.workspace.document(script);
                       return document && may_import(*document, name);
                     });
}

}  // namespace

void judge_refused(const Request& request, const launch::ProgramStore& programs,
                   std::span<const ActiveRule> rules, FindingTable& table) {
  for (const std::string& path : request.refused) {
    const syntax::Document* document = request.workspace.document(path);
    if (!document || document->problems().empty()) continue;
    const SyntaxProblem& first = document->problems().front();
    const Problem problem{ProblemKind::kSyntaxError,
                          first.span,
                          {{"language", "Python"}, {"detail", first.message}},
                          {}};
    const bool reached = is_reached(path, request, programs);
    for (const ActiveRule& active : rules) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      Finding* finding = table.entry(active, problem.span, true);
      if (!finding) continue;
      table.describe(*finding, problem);
      static const LocalizedText kWhy = {
          "Python ends with a SyntaxError where the file is started or imported, and runs none of "
          "it.",
          "Python 在启动或导入该文件时以 SyntaxError 结束，不会执行其中任何内容。"};
      finding->diagnostic.why = kWhy.in(request.language);
      if (!reached) finding->diagnostic.severity = Severity::kInfo;
    }
  }
}

}  // namespace mmlint::check
