#pragma once

#include "check/script/program_syntax.h"
#include "check/script/small_numbers.h"

// The calls that a small run is in, with their names (small_run.h).
namespace mmlint::check {

struct SmallFrame {
  const syntax::Function* function = nullptr;  // null for the script itself
  std::map<std::string_view, Small> names = {};
  // What gets the yielded expressions of this generator: a `with`, or a loop over it.
  std::function<void(const syntax::Expr*)> at_yield = {};
  Small returned = {};
};

class SmallFrames {
 public:
  // Borrows the syntax. The first frame is that of the script.
  explicit SmallFrames(const ProgramSyntax& syntax) : syntax_(syntax) { frames_.emplace_back(); }

  std::size_t size() const { return frames_.size(); }
  SmallFrame& last() { return frames_.back(); }
  void enter(SmallFrame frame) { frames_.push_back(std::move(frame)); }
  // Leaves the frame by which there are so many. Returns what its function has returned.
  Small leave(std::size_t size);
  // Runs what is outside of a generator: only so many frames are there meanwhile.
  void outside(std::size_t size, const std::function<void()>& body);

  // Binds a name where an assignment in the last frame does.
  void set(std::string_view name, const Small& given);
  // Returns what the last frame sees under a name; null for nothing.
  const Small* find(std::string_view name) const;

 private:
  const ProgramSyntax& syntax_;
  std::vector<SmallFrame> frames_;
};

}  // namespace mmlint::check
