
#include "base/text.h"
#include "script/test_marks.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "syntax/walk.h"

// What nobody in the program calls: methods that libraries call, what registries build, and what
// only other files use.
namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// Whether libraries call a method of an object that they are given.
bool is_callback(std::string_view name) {
  constexpr std::array<std::string_view, 14> kNames = {
      "forward",    "training_step",   "validation_step", "test_step",
      "train_step", "val_step",        "collate_fn",      "collate",
      "process",    "compute_metrics", "backward",        "configure_optimizers",
      "loss",       "predict"};
  return name.starts_with("__") || name.starts_with("before_") || name.starts_with("after_") ||
         name.starts_with("on_") || is_in(name, kNames);
}

// @MODELS.register_module() and its like.
bool is_registered(syntax::Exprs decorators) {
  return std::ranges::any_of(decorators, [](const Expr* decorator) {
    const Expr* named =
        decorator->kind == ExprKind::kCall ? as<syntax::Call>(*decorator).callee : decorator;
    return named->kind == ExprKind::kAttribute &&
           as<syntax::Attribute>(*named).name == "register_module";
  });
}

// @REGISTRY.register(), @register_model and their like: something asks for the function by its
// name. What register_module keeps, configs name.
bool is_kept_by_name(syntax::Exprs decorators) {
  return !is_registered(decorators) && std::ranges::any_of(decorators, [](const Expr* decorator) {
    const Expr* named =
        decorator->kind == ExprKind::kCall ? as<syntax::Call>(*decorator).callee : decorator;
    const std::string_view name = named->kind == ExprKind::kAttribute
                                      ? as<syntax::Attribute>(*named).name
                                      : syntax::id_of(*named);
    return name.find("registe") != name.npos;
  });
}

// What parser.set_defaults(func=train) has kept is called by the script, in whatever way.
void walk_kept_defaults(Walk& walk, const State& state) {
  for (const auto& kept : state.attributes.inside(Symbol::options())) {
    for (const Alternative& one : kept.value) {
      const auto function = walk.program.function(one.symbol());
      if (!function || walk.walked.count(function->info) != 0) continue;
      State own = state;
      own.assume(one.guard);
      if (own.alive) enter(walk, *function, nullptr, own);
    }
  }
}

// What the methods of each class read of their object: `self.name`. Somebody else calls what is not
// among them.
class OwnNames {
 public:
  bool has(const ClassInfo& owner, std::string_view name, std::string_view text) {
    const auto [known, is_new] = names_.try_emplace(&owner);
    if (is_new)
      add(text.substr(owner.node->begin, owner.node->end - owner.node->begin), known->second);
    return known->second.count(name) != 0;
  }

 private:
  using NameSet = std::set<std::string_view>;
  static void add(std::string_view text, NameSet& out) {
    constexpr std::string_view kBegin = "self.";
    for (std::size_t at = text.find(kBegin); at != text.npos; at = text.find(kBegin, at)) {
      at += kBegin.size();
      std::size_t end = at;
      while (end < text.size() && is_name_byte(text[end])) ++end;
      out.insert(text.substr(at, end - at));
    }
  }
  std::map<const ClassInfo*, NameSet> names_;
};

// The methods by which libraries call the objects that the program has constructed. Adds their
// classes to `known`, and leaves out those that are there.
void walk_callbacks(Walk& walk, const State& state, std::set<Symbol>& known) {
  const std::set<Symbol> constructed = walk.constructed;
  for (const Symbol each : constructed) {
    if (!known.insert(each).second) continue;
    const bool foreign = walk.program.has_foreign_base(each);
    State own = state;
    own.assume(walk.made_under[each]);
    for (const Symbol base : walk.program.linearized(each)) {
      const ClassInfo* info = walk.program.class_of(base);
      if (!info) continue;
      const auto methods = info->methods;
      for (const auto& [name, method] : methods) {
        const bool called = foreign ? is_callback(name) : name.starts_with("__");
        if (walk.walked.count(method) == 0 && called) {
          const bool plain = method->kind == FunctionInfo::Kind::kPlain;
          const bool repeats = name == "__iter__" || name == "__next__";  // by each loop over it
          walk.loops += repeats ? 1 : 0;
          enter(walk, {method, method->closure, plain ? each.instance() : Symbol()}, nullptr, own);
          walk.loops -= repeats ? 1 : 0;
        }
      }
    }
  }
}

// Walks the functions that a decorator has registered under a name and that no call is known of,
// and what they construct. This has a budget of its own, so that it takes no steps from what is
// known: at most as many as the walk has taken so far. No start decides anything of them, so the
// walk of a start leaves them out.
void walk_registered(Walk& walk, State state, std::set<Symbol>& known) {
  if (walk.start) return;
  std::vector<FunctionInfo*> kept;
  for (std::size_t i = 0; i < walk.program.size(); ++i) {
    for (auto& [begin, info] : walk.program.functions(static_cast<int>(i))) {
      if (walk.walked.count(&info) == 0 && !walk.program.class_of(info.owner) &&
          is_kept_by_name(info.node->decorators))
        kept.push_back(&info);
    }
  }
  if (kept.empty() || !walk.out.complete) return;
  const std::size_t budget = walk.budget, steps = walk.out.steps;
  const std::set<Span> covered = walk.covered;
  walk.budget = steps;
  state.point.open = true;  // who asks for the name is not known
  for (FunctionInfo* info : kept) {
    State from = state;
    enter(walk, {info, info->closure, {}}, nullptr, from);
  }
  walk_callbacks(walk, state, known);
  std::ranges::set_difference(walk.covered, covered, std::back_inserter(walk.out.by_name));
  walk.budget = budget;
  walk.out.steps = steps;
  walk.out.complete = true;
}

}  // namespace

// A library or another file may call an uncalled function at any time.
void walk_the_rest(Walk& walk, State state) {
  ++walk.detours;
  state.alive = true;
  state.point = {};
  state.point.group = state.point.runner = OnPaths::kSome;
  state.definitions = {};
  walk_kept_defaults(walk, state);
  const auto enter_with = [&](FunctionInfo& info, Symbol self, const State& from) {
    State own = from;
    enter(walk, {&info, info.closure, self}, nullptr, own);
  };
  std::set<Symbol> constructed;
  walk_callbacks(walk, state, constructed);
  walk_registered(walk, state, constructed);
  state.point.reached = false;
  const std::string_view text = walk.program.module(0).document->source().bytes();
  const bool registers =
      !walk.program.functions(0).empty() && text.find("register_module") != text.npos;
  OwnNames names;
  for (bool more = true; std::exchange(more, false) && walk.out.complete;) {
    std::vector<FunctionInfo*> left;
    for (auto& [begin, info] : walk.program.functions(0)) {
      if (walk.walked.count(&info) == 0) left.push_back(&info);
    }
    const auto is_own = [&](const FunctionInfo* info) {
      const ClassInfo* owner = registers ? walk.program.class_of(info->owner) : nullptr;
      return owner && !is_callback(info->node->name) && names.has(*owner, info->node->name, text);
    };
    // Calls of these, if there are any, come from the others.
    std::stable_partition(left.begin(), left.end(), std::not_fn(is_own));
    for (FunctionInfo* info : left) {
      if (walk.walked.count(info) != 0) continue;
      more = true;
      const ClassInfo* owner = walk.program.class_of(info->owner);
      State from = state;
      const FileId file = walk.program.module(0).document->source().id();
      const bool by_itself = is_registered(info->node->decorators);
      // What overrides nn.Module.cuda is run by a call of .cuda() alone, which is a fact of its
      // own.
      const bool builds = registers && !(owner && info->node->name == "cuda") && !is_own(info);
      if (owner && (!by_itself || is_registered(owner->node->decorators)) && builds)
        from.point.built_as = {file, owner->node->begin, owner->node->end};
      else if (builds)
        from.point.built_as = {file, info->node->begin, info->node->end};
      const bool of_object = owner && info->kind != FunctionInfo::Kind::kStatic &&
                             info->kind != FunctionInfo::Kind::kClass;
      if (of_object) {
        const ProgramPoint point = from.point;
        from = after_init(walk, info->owner, from);
        from.point = point;
      }
      assume_tested(walk.program.add(info->module, *info->node, info->owner), from);
      if (owner) assume_tested(info->owner, from);
      if (const Alternatives* marks = state.modules.find(info->module, "pytestmark"))
        assume_tested(Alternatives(*marks), from);
      if (!from.alive)
        ++walk.walked[info];
      else if (walk.walked.count(info) == 0)
        enter_with(*info, {}, from);
    }
  }
}

}  // namespace mmlint::script
