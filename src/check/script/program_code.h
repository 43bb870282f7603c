#pragma once

#include <vector>

#include "check/script/model_uses.h"
#include "check/script/placement.h"
#include "launch/programs.h"

// Big facts (Program::get_big), but for the first: what the text of a program says.
namespace mmlint::check {

// The files of a program that were read.
std::vector<const syntax::Document*> documents_of(const launch::Program& program);
ModelUses model_uses(const launch::Program& program);
Placement placement_of(const launch::Program& program);

}  // namespace mmlint::check
