#pragma once

#include "catalog/catalog.h"

namespace mmlint::fix {

// A point in which an example and what mmlint does with it differ.
struct Contradiction {
  std::string source;      // the file of the example, as the example names it
  std::uint32_t line = 0;  // of that file, counted from 1; 0: none
  std::string text;        // what was expected and what came
};

// Tries a rule on one of its examples, for the example's target and with all its fixes: exactly
// what is marked is found, the fix leaves exactly the fixed texts, and in these nothing is left to
// find or to fix. Returns an empty list if all that is so. Reads and writes no file; `rule` is one
// of the catalog's.
std::vector<Contradiction> judge_example(const catalog::Catalog& catalog, const catalog::Rule& rule,
                                         const catalog::Example& example);

}  // namespace mmlint::fix
