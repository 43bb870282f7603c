#include "check/script/program_code.h"

#include "project/workspace.h"

namespace mmlint::check {

std::vector<const syntax::Document*> documents_of(const launch::Program& program) {
  std::vector<const syntax::Document*> out;
  for (const std::string& file : program.summary().files) {
    if (const syntax::Document* document = program.workspace().document(file))
      out.push_back(document);
  }
  return out;
}

ModelUses model_uses(const launch::Program& program) {
  syntax::Parser parser;
  return ModelUses(program.get<documents_of>(), parser);
}

Placement placement_of(const launch::Program& program) {
  syntax::Parser parser;
  return Placement(program.get<documents_of>(), program.get_big<model_uses>(), parser);
}

}  // namespace mmlint::check
