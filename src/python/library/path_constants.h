#pragma once

#include "python/eval/evaluator.h"

// The constants of os.path on POSIX, which os has as well (CPython's Lib/posixpath.py, Lib/os.py).
// Each function makes the value of its name.
namespace mmlint::python::path_constants {

inline Value* curdir(Evaluator& e, Span span) {
  return e.pool().string(".", span);
}
inline Value* extsep(Evaluator& e, Span span) {
  return e.pool().string(".", span);
}
inline Value* pardir(Evaluator& e, Span span) {
  return e.pool().string("..", span);
}
inline Value* pathsep(Evaluator& e, Span span) {
  return e.pool().string(":", span);
}
inline Value* sep(Evaluator& e, Span span) {
  return e.pool().string("/", span);
}

}  // namespace mmlint::python::path_constants
