#pragma once

#include <functional>

#include "shell_syntax/ast.h"

namespace mmlint::shell_syntax {

// What walk() calls for each node of a tree; an empty function skips its nodes, not those below.
struct Visitor {
  std::function<void(const Statement&)> statement = {};
  std::function<void(const Word&)> word = {};
  std::function<void(const Part&)> part = {};
  std::function<void(const Assignment&)> assignment = {};
};
// Visits every node at any depth, those in substitutions and functions too, parents before
// children.
void walk(Block block, const Visitor& visitor);
void walk(const Statement& statement, const Visitor& visitor);

}  // namespace mmlint::shell_syntax
