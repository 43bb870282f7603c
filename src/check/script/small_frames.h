#pragma once

#include "check/script/program_syntax.h"
#include "check/script/small_numbers.h"

// The call stack of a small run (small_run.h). Each frame has the names of one function.
namespace mmlint::check {

struct SmallFrame {
  const syntax::Function* function = nullptr;  // null for the script itself
  std::map<std::string_view, Small> names = {};
  // Runs for each expression that this generator yields: the body of a `with` or of a loop.
  std::function<void(const syntax::Expr*)> at_yield = {};
  Small returned = {};
};

class SmallFrames {
 public:
  // Borrows the syntax. The first frame belongs to the script itself.
  explicit SmallFrames(const ProgramSyntax& syntax) : syntax_(syntax) { frames_.emplace_back(); }

  std::size_t size() const { return frames_.size(); }
  SmallFrame& last() { return frames_.back(); }
  void enter(SmallFrame frame) { frames_.push_back(std::move(frame)); }
  // Pops frames until frame number `size`, counted from 1, is gone. Returns the value that the
  // function of this frame returned.
  Small leave(std::size_t size);
  // Runs `body` outside of a generator, with only the first `size` frames on the stack.
  void outside(std::size_t size, const std::function<void()>& body);

  // Binds a name as an assignment in the last frame does: `global` and `nonlocal` apply.
  void set(std::string_view name, const Small& given);
  // Returns the value of a name as the last frame sees it; null if the name is not bound.
  const Small* find(std::string_view name) const;

 private:
  const ProgramSyntax& syntax_;
  std::vector<SmallFrame> frames_;
};

}  // namespace mmlint::check
