#include "check/script/refused.h"

#include <algorithm>

#include "base/paths.h"
#include "base/text.h"
#include "check/launch_graph.h"

namespace mmlint::check {
namespace {

// Whether a script has the name of a module on a line that imports.
bool may_import(const syntax::Document& script, std::string_view name) {
  for (const std::string_view line : split(script.source().bytes(), '\n')) {
    const std::string_view words = trim(line);
    if (!words.starts_with("import ") && !words.starts_with("from ")) continue;
    for (std::size_t at = words.find(name); at != words.npos; at = words.find(name, at + 1)) {
      const auto is_part = [&](std::size_t i) {
        return i < words.size() && is_identifier("_" + std::string(1, words[i]));
      };
      if (!is_part(at - 1) && !is_part(at + name.size())) return true;
    }
  }
  return false;
}

bool is_reached(const std::string& path, const Request& request, const LaunchGraph& graph) {
  if (!graph.of_script(path).empty()) return true;
  const std::string folder = parent_folder(path);
  const std::string_view name = stem(path) == "__init__" ? file_name(folder) : stem(path);
  return std::any_of(request.scripts.begin(), request.scripts.end(),
                     [&](const std::string& script) {
                       const syntax::Document* document = request.workspace.document(script);
                       return document && may_import(*document, name);
                     });
}

}  // namespace

void judge_refused(const Request& request, const LaunchGraph& graph,
                   std::span<const ActiveRule> rules, FindingTable& table) {
  for (const std::string& path : request.refused) {
    const syntax::Document* document = request.workspace.document(path);
    if (!document || document->problems().empty()) continue;
    const SyntaxProblem& first = document->problems().front();
    const Problem problem{ProblemKind::kSyntaxError,
                          first.span,
                          {{"language", "Python"}, {"detail", first.message}},
                          {}};
    const bool reached = is_reached(path, request, graph);
    for (const ActiveRule& active : rules) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      Finding* finding = table.entry(active, problem.span, true);
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
