#pragma once

#include <string>
#include <string_view>

namespace mmlint::syntax {

// The grammar misreads some valid Python: line ends inside brackets where the next line is indented
// less than the block around it, and format specs that begin with '='. This gives the statement in
// other bytes of the same length that mean the same and are read well; empty if there is nothing to
// change. Comments inside brackets become blanks. Internal to syntax.
std::string easier_text(std::string_view statement);

}  // namespace mmlint::syntax
