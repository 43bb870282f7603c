#include <utility>

#include "script/symbols.h"
#include "script/walker.h"

// Code that a module executes among its own names: exec(open('configurator.py').read()).
namespace mmlint::script {

// Whoever sets a name of a module that is not known may set each of them, as an option of the
// command line does.
void WalkContext::open_names(int module, State& state) {
  const Names* known = state.modules.names(module);
  if (!known) return;
  const Names all = *known;  // setting changes them
  for (const auto& [name, value] : all.all()) {
    const Value* one = only_data(value);
    if (!one || name.starts_with("__")) continue;
    Alternatives either_way = value;
    either_way.front().guard.add(Condition{{Question::Kind::kOption, name}, false});
    Alternatives other = unknown(value.front().at);
    other.front().guard.add(Condition{{Question::Kind::kOption, name}, true});
    state.modules.set(module, name, either(std::move(either_way), other));
  }
}

void Walker::execute(const Alternatives& text, State& state) {
  const int module = frame_->module;
  const Alternative* file = only_symbol(text);
  const bool is_file = file && file->symbol().starts_with(kFile);
  const auto found = is_file && finder_ && frame_->kind == Frame::Kind::kModule
                         ? finder_->code(std::string_view(file->symbol()).substr(kFile.size()))
                         : std::nullopt;
  if (!found || !found->document || program_.size() >= kMostModules)
    return open_names(module, state);
  // A module of its own, which begins with these names, and whose names become these.
  const int own = program_.add(found->path, program_.module(module).name, found->document, parser_);
  const Names before = state.modules.names(module) ? *state.modules.names(module) : Names();
  for (const auto& [name, value] : before.all()) state.modules.set(own, name, value);
  const std::vector<const syntax::Stmt*> statements = program_.module(own).statements;
  Frame frame;
  frame.module = own;
  frame.number = ++frames_;
  Frame* outer = std::exchange(frame_, &frame);
  block(syntax::Block(statements.data(), statements.size()), state);
  frame_ = outer;
  const Names after = state.modules.names(own) ? *state.modules.names(own) : Names();
  for (const auto& [name, value] : after.all()) state.modules.set(module, name, value);
}

}  // namespace mmlint::script
