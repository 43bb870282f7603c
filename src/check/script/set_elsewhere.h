#pragma once

#include "syntax/document.h"

namespace mmlint::check {

// What Python code does with the dicts and objects that come of configs, found by the names alone.
struct SetElsewhere {
  // The keys of dicts that some code sets or gives to a registry, and the attributes of objects
  // that it sets anywhere but in their `__init__`.
  std::set<std::string, std::less<>> names;
  // The classes that some code calls, inherits from, or names as the `type` of a dict: more objects
  // come of them than those that configs build.
  std::set<std::string, std::less<>> classes;

  SetElsewhere();  // with the keys that MMEngine and its detectors set
  void read(const syntax::Document& document);
};

}  // namespace mmlint::check
