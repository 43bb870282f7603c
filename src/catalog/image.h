#pragma once

#include "catalog/target.h"

namespace mmlint::catalog {

// Rules and targets as bytes. The build loads rules/ and checks it once, and puts what came of it
// into the binary: a run takes that from there instead of reading JSON.
struct Image {
  std::vector<Rule> rules;
  std::vector<Target> targets;
  static void keys(auto& x, auto& f) { f.own(x.rules, x.targets); }
};

// Returns the bytes of rules and targets, the same on every machine.
std::string written(const Image& image);

// Returns what written() has made into these bytes; regular expressions are compiled when they are
// first used. Any other bytes are an internal error.
Image read_image(std::string_view bytes);

}  // namespace mmlint::catalog
