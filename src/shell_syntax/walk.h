#pragma once

#include <functional>

#include "shell_syntax/ast.h"

namespace mmlint::shell_syntax {

// Calls for every statement, word, part and assignment at any depth, substitutions and functions
// included, outer ones first. Functions may be left empty.
struct Visitor {
  std::function<void(const Statement&)> statement = {};
  std::function<void(const Word&)> word = {};
  std::function<void(const Part&)> part = {};
  std::function<void(const Assignment&)> assignment = {};
};
void walk(Block block, const Visitor& visitor);
void walk(const Statement& statement, const Visitor& visitor);

}  // namespace mmlint::shell_syntax
