#include "script/module_finder.h"

#include "script/deferred.h"

namespace mmlint::script {

FoundModule found_module(std::string path, const syntax::Document& document) {
  std::vector<const syntax::Stmt*> statements;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const syntax::Stmt* stmt = document.statement(i)) statements.push_back(stmt);
  }
  return {std::move(path), &document, binds_each_once(statements)};
}

}  // namespace mmlint::script
