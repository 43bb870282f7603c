#pragma once

#include <vector>

#include "check/programs.h"
#include "check/script/model_uses.h"
#include "check/script/placement.h"

// Big facts (Program::get_big), but for the first: what the text of a program says.
namespace mmlint::check {

// The files of a program that were read.
std::vector<const syntax::Document*> documents_of(const Program& program);
ModelUses model_uses(const Program& program);
Placement placement_of(const Program& program);

}  // namespace mmlint::check
