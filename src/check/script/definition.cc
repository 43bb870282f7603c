#include "check/script/definition.h"

#include <charconv>

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

std::optional<Definition> definition_of(std::string_view symbol, const script::Summary& script,
                                        project::Workspace& workspace) {
  const std::size_t at = symbol.find('@'), colon = symbol.find(':');
  const std::string_view kind = symbol.substr(0, at);
  if ((kind != "class" && kind != "def") || at == symbol.npos || colon == symbol.npos)
    return std::nullopt;
  std::size_t module = 0;
  std::uint32_t begin = 0;
  std::from_chars(symbol.data() + at + 1, symbol.data() + colon, module);
  std::from_chars(symbol.data() + colon + 1, symbol.data() + symbol.size(), begin);
  if (module >= script.files.size()) return std::nullopt;
  const syntax::Document* document = workspace.document(script.files[module]);
  if (!document || begin >= document->source().bytes().size()) return std::nullopt;
  return Definition{document, begin};
}

}  // namespace mmlint::check
