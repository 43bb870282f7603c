#pragma once

#include "python/eval/evaluator.h"

// Guards change the evaluator's state and put it back when they are destroyed, so also when an
// exception passes.
namespace mmlint::python {

// Counts one level of nesting for as long as it lives; the constructor throws LimitReached at the
// limit.
class DepthGuard : Pinned {
 public:
  DepthGuard(Evaluator& e, Span span) : depth_(e.depth_) {
    if (depth_ >= e.limits().depth) throw LimitReached{"nested values", span};
    ++depth_;
  }
  ~DepthGuard() { --depth_; }

 private:
  int& depth_;
};

// Makes the evaluator run in another scope and file for as long as it lives, as for a call; the
// constructor throws LimitReached if calls are nested too deeply.
class ScopeGuard : Pinned {
 public:
  ScopeGuard(Evaluator& e, Scope* scope, FileId file);
  ~ScopeGuard();

 private:
  Evaluator& e_;
  Scope* scope_;
  FileId file_;
};

// Says which exception is being handled for as long as it lives.
class HandledGuard : Pinned {
 public:
  HandledGuard(Evaluator& e, const Handled& handled) : e_(e), outer_(e.handled) {
    e.handled = &handled;
  }
  ~HandledGuard() { e_.handled = outer_; }

 private:
  Evaluator& e_;
  const Handled* outer_;
};

}  // namespace mmlint::python
