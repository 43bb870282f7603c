#pragma once

#include "check/config/view.h"

namespace mmlint::check {

// Returns true if a `type` names a class of MMEngine: "EMAHook", "mmengine.EMAHook" and the
// imported class.
bool is_of_mmengine(const Value* type, std::string_view name);

// A class of the project that a config names, with what it inherits.
struct OwnClass {
  std::vector<launch::ProjectClass> own;  // the class itself first, then its bases in the project
  std::vector<std::string> foreign;       // dotted names of the other bases: "torch.nn.Module"

  // Returns the nearest class that defines a method; null if none of the project's classes does.
  const launch::ProjectClass* definer(std::string_view method) const;
  // Returns true if a word is in the text of one of the classes.
  bool mentions(std::string_view word) const;
};

// Returns the class that a `type` in a config names: one that a module in custom_imports or a
// script that builds a Runner from the config registers, or that a lazy config imports. nullopt if
// the project has no such class, as far as its files are known.
std::optional<OwnClass> own_class(const ConfigView& view, const Value* type,
                                  const FileSystem& files);

}  // namespace mmlint::check
