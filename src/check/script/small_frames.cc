#include "check/script/small_frames.h"

#include "base/text.h"

namespace mmlint::check {

using syntax::Block;
using syntax::Stmt;
using syntax::StmtKind;

Small SmallFrames::leave(std::size_t size) {
  frames_.resize(size);
  const Small out = frames_.back().returned;
  frames_.pop_back();
  return out;
}

void SmallFrames::outside(std::size_t size, const std::function<void()>& body) {
  const auto first = frames_.begin() + static_cast<std::ptrdiff_t>(size);
  std::vector<SmallFrame> inner(std::make_move_iterator(first),
                                std::make_move_iterator(frames_.end()));
  frames_.resize(size);
  body();
  std::ranges::move(inner, std::back_inserter(frames_));
}

void SmallFrames::set(std::string_view name, const Small& given) {
  const syntax::Function* function = frames_.back().function;
  for (const Stmt* each : function ? function->body : Block()) {
    const bool is_outer = each->kind == StmtKind::kGlobal || each->kind == StmtKind::kNonlocal;
    if (!is_outer || !is_in(name, syntax::as<syntax::Scope>(*each).names)) continue;
    std::size_t i = frames_.size() - 1;
    while (i > 0 && !frames_[--i].names.contains(name)) continue;
    frames_[i].names[name] = given;
    return;
  }
  frames_.back().names[name] = given;
}

const Small* SmallFrames::find(std::string_view name) const {
  const syntax::Function* function = frames_.back().function;
  const Stmt* around = function ? syntax_.around(*function) : nullptr;
  const bool is_nested = around && around->kind == StmtKind::kFunction;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    if (i + 1 < frames_.size() && i != 0 && !is_nested) continue;
    if (const auto found = frames_[i].names.find(name); found != frames_[i].names.end())
      return &found->second;
  }
  return nullptr;
}

}  // namespace mmlint::check
