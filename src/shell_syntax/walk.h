#pragma once

#include "shell_syntax/ast.h"

namespace mmlint::shell_syntax {

// What walk() calls for each kind of node. Where a function is empty, the nodes of that kind are
// not reported, but those below them are.
struct Visitor {
  std::function<void(const Statement&)> statement = {};
  std::function<void(const Word&)> word = {};
  std::function<void(const Part&)> part = {};
  std::function<void(const Assignment&)> assignment = {};
  // Before and after the statements of a block.
  std::function<void(Block)> enter = {};
  std::function<void(Block)> leave = {};
};
// Visits every node at any depth, including those in substitutions and functions, parents before
// children.
void walk(Block block, const Visitor& visitor);
void walk(const Statement& statement, const Visitor& visitor);
// Calls `visit` with each block directly inside of a compound statement, in the order of the text.
// The bodies of functions and the sides of && and || are statements, not blocks.
void for_each_block(const Statement& statement, const std::function<void(Block)>& visit);

}  // namespace mmlint::shell_syntax
