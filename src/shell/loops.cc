
#include "base/merge_maps.h"
#include "shell/counters.h"
#include "shell/interpreter.h"

// Loops, and functions where they are called.
namespace mmlint::shell {
namespace {

constexpr int kMaxCalls = 12;

}  // namespace

void Interpreter::any_loop(const shell_syntax::Statement& clause) {
  if (clause.kind == shell_syntax::StatementKind::kFor) {
    const auto& each = shell_syntax::as<shell_syntax::For>(clause);
    return loop(over_words(each), {}, each.body);
  }
  if (clause.kind == shell_syntax::StatementKind::kForArithmetic) {
    const auto& each = shell_syntax::as<shell_syntax::ForArithmetic>(clause);
    return loop(over_numbers(each), {}, each.body);
  }
  const auto& each = shell_syntax::as<shell_syntax::While>(clause);
  if (!read_options(each)) loop(over_condition(each), each.condition, each.body);
}

Loop Interpreter::over_words(const shell_syntax::For& clause) {
  Loop out;
  out.variable = clause.variable;
  out.span = where(clause.begin, clause.end);
  out.known = clause.has_in;
  for (const Field& field : fields(clause.items)) {
    out.known = out.known && field.value.plain() && !field.value.overridable();
    out.values.emplace_back(field.value.text());
  }
  if (!out.known) out.values.clear();
  return out;
}

// `i=0; i<8; i++`
Loop Interpreter::over_numbers(const shell_syntax::ForArithmetic& clause) {
  Loop out;
  out.span = where(clause.begin, clause.end);
  const auto parts = mmlint::split(clause.header, ';');
  if (parts.size() != 3) return out;
  const std::size_t equals = parts[0].find('=');
  const std::string_view name = trim(parts[0].substr(0, equals));
  if (equals == parts[0].npos || !is_name(name)) return out;
  out.variable = name;
  if (adds_one(bare(parts[2]), name)) count(out, parts[0].substr(equals + 1), bare(parts[1]));
  return out;
}

// `i=0; while [ $i -lt 8 ]; do ...; i=$((i + 1)); done`, and `while` loops without a counter.
Loop Interpreter::over_condition(const shell_syntax::While& clause) {
  Loop out;
  out.span = where(clause.begin, clause.end);
  if (clause.condition.size() != 1) return out;
  const std::string test = comparison(*clause.condition[0], clause.until);
  const std::string_view name = std::string_view(test).substr(0, test.find_first_of("<!"));
  if (name.size() == test.size() || !is_name(name)) return out;
  const auto steps = [&](const shell_syntax::Statement* each) { return adds_one(*each, name); };
  if (std::ranges::count_if(clause.body, steps) != 1) return out;
  out.variable = name;
  // Before its end, the body has two values of the counter in a round.
  if (steps(clause.body.back())) count(out, name, test);
  return out;
}

// Sets the values of a loop that counts by one from `from` on as long as `test` holds: "i<8".
void Interpreter::count(Loop& loop, std::string_view from, std::string_view test) {
  if (!test.starts_with(loop.variable)) return;
  test.remove_prefix(loop.variable.size());
  const bool inclusive = test.starts_with("<=");
  if (!inclusive && !test.starts_with('<') && !test.starts_with("!=")) return;
  std::vector<std::string> deciders;
  const auto first = number(from, &deciders);
  const auto last = number(test.substr(test[1] == '=' ? 2 : 1), &deciders);
  const bool open = !deciders.empty() || !first || !last;
  if (open || *last - *first > static_cast<std::int64_t>(kMaxItems)) return;
  loop.known = true;
  for (std::int64_t i = *first; inclusive ? i <= *last : i < *last; ++i)
    loop.values.push_back(std::to_string(i));
}

// What the functions that commands call may set.
void Interpreter::add_called(AssignedNames& names, shell_syntax::Block block) {
  std::vector<const NamesOfBlock*> todo{&names_.read(block)};
  std::set<const shell_syntax::Function*> seen;
  for (std::size_t i = 0; i < todo.size(); ++i) {
    std::map<std::uint32_t, const shell_syntax::Function*> found;  // in the order of the calls
    const auto find = [&](std::string_view name, std::uint32_t begin) {
      const Variable* function = find_function(name);
      if (function != nullptr) found.emplace(begin, function->function.function);
    };
    const auto& called = todo[i]->called;
    if (called.size() < defined_.size()) {
      for (const auto& [name, begin] : called) find(name, begin);
    } else {
      for (const FunctionDefinition& each : defined_)
        if (const auto* begin = called.find(each.function->name)) find(each.function->name, *begin);
    }
    for (const auto& [begin, function] : found) {
      if (!seen.insert(function).second) continue;
      todo.push_back(&names_.read(shell_syntax::Block(&function->body, 1)));
    }
    if (i == 0) continue;
    for (const auto& [name, place] : todo[i]->assigned) {
      const AssignedName* own = names.find(name);
      AssignedName joined = own != nullptr ? *own : place;
      joined.only_from_caller = false;
      joined.exported = joined.exported || place.exported;
      names.set(name, joined);
    }
  }
}

// Makes what a loop may set unknown where it begins, but for what is so already since the loop is a
// part of another one. Returns the others.
std::vector<std::pair<std::string, AssignedName>> Interpreter::forget(
    const Variables::Forgotten& forgotten) {
  std::vector<std::pair<std::string, AssignedName>> fresh;
  const auto add = [&](const std::string& name, const AssignedName* now,
                       const AssignedName* before) {
    if (now != nullptr && (before == nullptr || !(*now == *before))) fresh.emplace_back(name, *now);
  };
  const AssignedNames& names = forgotten.names;
  const AssignedNames before =
      variables_.forgotten().is_as(forgotten) ? variables_.forgotten().names : AssignedNames();
  if (names.size() > before.size() / 2) {
    names.compare(before, add);
  } else {
    for (const auto& [name, place] : names) add(name, &place, before.find(name));
  }
  // The script itself, not the caller, passes the parameters of its functions.
  const bool given =
      arguments_ != nullptr && std::ranges::any_of(*arguments_, [](const ShellValue& value) {
        return value.known() && !value.bytes.empty();
      });
  for (const auto& [name, place] : fresh) {
    const Variable* variable = variables_.find(name);
    const bool keeps = !given && place.only_from_caller && !name.starts_with(' ') &&
                       variable != nullptr && !variable->is_array && variable->values.size() == 1 &&
                       variable->values[0].plain_or_count();
    if (keeps) {
      Variable kept = *variable;
      if (!kept.values[0].overridable()) kept.values.own()[0].set_overridable({});
      variables_.set(name, std::move(kept));
    } else {
      unknown_variable(name, where(place.begin, place.end));
    }
  }
  return fresh;
}

// The body is followed once, for all rounds: what it sets is not known when it begins.
void Interpreter::loop(Loop loop, shell_syntax::Block condition, shell_syntax::Block body) {
  auto exact = after_rounds(loop, body);
  AssignedNames names = names_.read(body).assigned;
  merge_maps(names, names_.read(condition).assigned,
             [](const auto& ours, const auto&) { return ours; });
  add_called(names, body);
  Variables::Forgotten forgotten{names, context_.conditional,
                                 std::string(variables_.find(kAllexport)->values[0].text()),
                                 source_, origin_};
  const auto fresh = forget(forgotten);
  if (!loop.variable.empty()) {
    const bool words = loop.known && std::ranges::all_of(loop.values, [](const std::string& value) {
                         return !value.empty() && value.find_first_of(" \t\n*?[") == value.npos;
                       });
    const Variable* before = variables_.find(loop.variable);
    Variable variable;
    variable.values = {ShellValue::unknown(loop.span, loop.variable, !words)};
    if (loop.known)
      variable.values.own()[0].unknown_parts.own()[0].rounds =
          std::make_shared<const std::vector<std::string>>(loop.values);
    variable.exported = before != nullptr && before->exported;
    variable.span = loop.span;
    variables_.set(loop.variable, std::move(variable));
  }
  const auto may_export = [&](const std::string& name) {
    Variable variable = *variables_.find(name);
    variable.exported = variable.maybe_not = true;
    variables_.set(name, std::move(variable));
  };
  for (const auto& [name, place] : fresh) {
    if (place.exported && !variables_.find(name)->exported) may_export(name);
  }
  const bool runs = loop.known && !loop.values.empty() && !context_.conditional;
  forgotten.names.erase(loop.variable);
  const auto outer = loop.outer = context_.loop;
  context_.loop = out_.loops.size();
  out_.loops.push_back(std::move(loop));
  std::vector<BranchState> branches;
  branches.push_back(branch([&] {
    variables_.set_forgotten(std::move(forgotten));
    context_.conditional = !runs;
    this->condition(condition);
    block(body);
  }));
  context_.loop = outer;
  branches.emplace_back();
  // What the loop may set stays as it was where the loop began, but for what it exports.
  std::vector<std::string> exported;
  std::erase_if(branches[0].changes, [&](const auto& change) {
    const auto& [name, variable] = change;
    if (names.find(name) == nullptr) return false;
    if (variable.exported && !variables_.find(name)->exported) exported.push_back(name);
    return true;
  });
  const bool ends = branches[0].completion == Completion::kNormal;
  meet(std::move(branches), {});
  if (ends) std::ranges::for_each(exported, may_export);
  for (auto& [name, variable] : exact) variables_.set(name, std::move(variable));
}

// Returns the variables that a loop sets, with their values after the loop. Follows a loop with a
// few known rounds one by one, without recording its commands. Empty if that is not possible.
std::map<std::string, Variable> Interpreter::after_rounds(const Loop& loop,
                                                          shell_syntax::Block body) {
  constexpr std::size_t kMostRounds = 16;
  const NamesOfBlock& names = names_.read(body);
  const auto leaves = [&](const char* name) { return names.called.find(name) != nullptr; };
  if (round_steps_ == 0 || !loop.known || loop.values.empty() || loop.values.size() > kMostRounds ||
      names.assigned.size() == 0 || leaves("break") || leaves("continue") || leaves("return") ||
      leaves("exit") || leaves("exec"))
    return {};
  Summary recorded = std::exchange(out_, Summary());
  const auto waits = waits_;
  const auto written = written_;
  const std::size_t kept = kept_bytes_;
  const auto context = context_;
  const std::size_t defined = defined_.size();
  const std::size_t made = made_, steps = steps_;
  const std::size_t settings = settings_noted_, unexported = unexported_noted_;
  const std::size_t noted = noted_bytes_;
  const bool outer = std::exchange(in_rounds_, true);
  const Variables::Mark mark = variables_.mark();
  for (const std::string& value : loop.values) {
    Variable variable;
    variable.values = {ShellValue::computed(value, {})};
    variable.span = loop.span;
    variables_.set(loop.variable, std::move(variable));
    block(body);
  }
  auto out = variables_.roll_back(mark);
  const bool whole = !out_.incomplete && completion_ == Completion::kNormal;
  completion_ = Completion::kNormal;
  round_steps_ -= std::min(round_steps_, written.size() + 1);
  in_rounds_ = outer, steps_ = steps, made_ = made;
  settings_noted_ = settings, unexported_noted_ = unexported, noted_bytes_ = noted;
  defined_.resize(defined);
  context_ = context;
  waits_ = waits;
  written_ = written;
  kept_bytes_ = kept;
  out_ = std::move(recorded);
  out.erase(loop.variable);
  std::erase_if(out, [](const auto& each) { return each.first.ends_with("()"); });
  if (!whole) out.clear();
  return out;
}

Variable Interpreter::no_shift() {
  Variable out;
  out.values = {ShellValue::computed("0", {})};
  return out;
}

void Interpreter::run_function(FunctionDefinition known, bool conditional,
                               std::vector<ShellValue> arguments) {
  if (calls_ >= kMaxCalls) return;
  called_.insert(known.function);
  ++calls_;
  std::vector<SavedVariable> locals;
  locals.push_back({std::string(kShift), *variables_.find(kShift)});
  const Variables::Mark mark = variables_.mark();
  variables_.set(kShift, no_shift());
  const auto* outer_arguments = std::exchange(arguments_, &arguments);
  const auto* outer_origin = std::exchange(origin_, known.origin);
  const Source* outer_source = std::exchange(source_, known.source);
  auto* outer_locals = std::exchange(locals_, &locals);
  const bool outer_early = std::exchange(returned_early_, false);
  const bool in_function = std::exchange(context_.in_function, true);
  const bool outer_conditional =
      std::exchange(context_.conditional, context_.conditional || conditional);
  statement(*known.function->body);
  if (completion_ == Completion::kReturn) completion_ = Completion::kNormal;
  if (returned_early_) {
    std::vector<BranchState> branches(2);
    branches[0].changes = variables_.roll_back(mark);
    meet(std::move(branches), {});
  }
  context_.in_function = in_function;
  context_.conditional = outer_conditional;
  returned_early_ = outer_early;
  locals_ = outer_locals;
  source_ = outer_source;
  origin_ = outer_origin;
  arguments_ = outer_arguments;
  for (auto local = locals.rbegin(); local != locals.rend(); ++local) {
    variables_.set(local->name, local->before.value_or(Variable{}));
  }
  --calls_;
}

const Variable* Interpreter::find_function(std::string_view name) const {
  const Variable* found = variables_.find(" " + std::string(name) + "()");
  // A child shell sees its own.
  return found != nullptr && child_shell_ && found->function.origin != origin_ ? nullptr : found;
}

// Those that another script may call.
void Interpreter::run_uncalled() {
  context_ = {};
  context_.conditional = true;
  uncalled_ = true;
  for (std::size_t i = 0; i < defined_.size() && !out_.incomplete; ++i) {  // a body may define more
    const FunctionDefinition known = defined_[i];
    if (called_.count(known.function) != 0 || known.source != source_) continue;
    completion_ = Completion::kNormal;
    const Span span{source_->id(), 0, 0};
    in_subshell([&] { run_function(known, true, {ShellValue::unknown(span, {}, true)}); });
  }
}

}  // namespace mmlint::shell
