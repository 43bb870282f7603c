#pragma once

#include "catalog/image_struct.h"
#include "catalog/rule_fix.h"

// The members of fixes, as image_struct.h says.
namespace mmlint::catalog::image {

void members(Of<verb::ReplaceValue> auto& x, auto f) {
  auto& [value, values, keep_from] = x;
  f(value, values, keep_from);
}
void members(Of<verb::AddKey> auto& x, auto f) {
  auto& [key, value] = x;
  f(key, value);
}
void members(Of<verb::EnsureKey> auto& x, auto f) {
  auto& [key, value, block] = x;
  f(key, value, block);
}
void members(Of<verb::ChangeEntries> auto& x, auto f) {
  auto& [set, drop] = x;
  f(set, drop);
}
void members(Of<verb::RemoveKey> auto& x, auto f) {
  auto& [rename] = x;
  f(rename);
}
void members(Of<verb::MoveValue> auto& x, auto f) {
  auto& [key] = x;
  f(key);
}
void members(Of<verb::ReplaceArgument> auto& x, auto f) {
  auto& [value, with, with_position] = x;
  f(value, with, with_position);
}
void members(Of<verb::AddArguments> auto& x, auto f) {
  auto& [arguments, import] = x;
  f(arguments, import);
}
void members(Of<verb::RenameVariable> auto& x, auto f) {
  auto& [value] = x;
  f(value);
}
void members(Of<RuleFix> auto& x, auto f) {
  auto& [title, safety, why_not_safe, action] = x;
  f(title, safety, why_not_safe, action);
}

}  // namespace mmlint::catalog::image
