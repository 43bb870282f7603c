#include "check/script/definition.h"

#include "project/workspace.h"
#include "syntax/walk.h"

namespace mmlint::check {

std::string_view Definition::text() const {
  const std::size_t index = syntax::statement_at(*document, begin);
  const std::string_view all = document->source().bytes();
  const std::size_t end =
      index < document->statements().size() ? document->statements()[index].end : all.size();
  return all.substr(begin, end - begin);
}

std::optional<Definition> definition_of(script::Symbol symbol, const script::Summary& script,
                                        project::Workspace& workspace) {
  if (!symbol.is_defined()) return std::nullopt;
  const auto module = static_cast<std::size_t>(symbol.module());
  if (module >= script.files.size()) return std::nullopt;
  const syntax::Document* document = workspace.document(script.files[module]);
  if (!document || symbol.offset() >= document->source().bytes().size()) return std::nullopt;
  return Definition{document, symbol.offset()};
}

Span walked_function(script::Symbol symbol, const script::Summary& run,
                     project::Workspace& workspace) {
  if (symbol.root() != script::Symbol::Kind::kFunction) return {};
  const auto definition = definition_of(symbol, run, workspace);
  const auto found = std::ranges::find_if(run.covered, [&](Span each) {
    return definition && each.file == definition->document->source().id() &&
           each.begin == definition->begin;
  });
  return found == run.covered.end() ? Span() : *found;
}

}  // namespace mmlint::check
