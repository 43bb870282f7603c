
#include "shell/interpreter.h"
#include "shell_syntax/walk.h"

// if and case: what holds where their branches meet.
namespace mmlint::shell {
namespace {

// The text of a variable; null for an array and for what the script did not set.
const ShellValue* scalar(const Variable* variable) {
  if (variable == nullptr || variable->is_array || variable->values.empty()) return nullptr;
  return &variable->values[0];
}

bool is_literal(const shell_syntax::Word& word, std::string_view text) {
  return word.parts.size() == 1 && word.parts[0].kind == shell_syntax::PartKind::kLiteral &&
         word.parts[0].text == text;
}

bool is_function(const Variable* a, const Variable* b) {
  return (a != nullptr && a->function.function != nullptr) ||
         (b != nullptr && b->function.function != nullptr);
}

void add_possible_value(std::vector<PossibleValue>& out, const ShellValue& value,
                        std::size_t begin) {
  constexpr std::size_t kLongest = 200;
  if (!value.plain() || value.bytes.size() <= begin || value.bytes.size() - begin > kLongest)
    return;
  const PossibleValue one{std::string(value.text().substr(begin)),
                          value.source(begin, value.bytes.size())};
  add(out, std::span(&one, 1));
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

// What two values have in common at the front, and a missing. A word that only one of them has
// behind it is a word of its own: of "-a" and "-a -b" the "-a" is known.
ShellValue common_front(const ShellValue* a, const ShellValue* b, Span blame) {
  const ShellValue empty;
  const ShellValue& x = a != nullptr ? *a : empty;
  const ShellValue& y = b != nullptr ? *b : empty;
  std::size_t length = 0, missing = 0;
  const auto is_same = [&] {
    if (x.bytes[length] != y.bytes[length]) return false;
    if (x.bytes[length] != ShellValue::kUnknownPart) return true;
    const UnknownPart& p = x.unknown_parts[missing];
    const UnknownPart& q = y.unknown_parts[missing];
    return p.blame == q.blame && p.depends_on == q.depends_on;
  };
  if (x.in_script_folder == y.in_script_folder) {
    for (; length < x.bytes.size() && length < y.bytes.size() && is_same(); ++length)
      missing += x.bytes[length] == ShellValue::kUnknownPart ? 1 : 0;
  }
  ShellValue out = x.part(0, length);
  const auto ends_word = [length](const ShellValue& each) {
    return each.bytes.size() == length || is_blank(each.bytes[length]);
  };
  if (length > 0 && !is_blank(x.bytes[length - 1]) && ends_word(x) && ends_word(y))
    out.append(" ", blame, false);
  ShellValue rest = ShellValue::unknown(blame, {}, true);
  auto& possible = rest.unknown_parts.own()[0].possible_values;
  add_possible_value(possible, x, length);
  add_possible_value(possible, y, length);
  for (const ShellValue* each : {&x, &y}) {
    for (const UnknownPart& other : std::span(each->unknown_parts).subspan(missing))
      add(possible, other.possible_values);
  }
  out.append(rest);
  return out;
}

SharedVector<ShellValue> common_items(const SharedVector<ShellValue>& a,
                                      const SharedVector<ShellValue>& b, Span blame) {
  std::size_t count = 0;
  while (count < a.size() && count < b.size() && same_value(a[count], b[count])) ++count;
  SharedVector<ShellValue> out;
  out.append(std::span(a).first(count));
  ShellValue rest = ShellValue::unknown(blame, {}, true);
  auto& possible = rest.unknown_parts.own()[0].possible_values;
  for (const auto* each : {&a, &b}) {
    for (std::size_t i = count; i < each->size() && possible.size() < 8; ++i)
      add_possible_value(possible, (*each)[i], 0);
  }
  out.push_back(std::move(rest));
  return out;
}

// `if [ -z "$X" ]; then X=8; fi` and `if [ -n "$1" ]; then X=$1; fi` are defaults. Takes the value
// of the usual branch, or the items that it adds, for a default where the branches differ.
void prefer(const Variable* usual, const std::string& depends_on, Variable& result) {
  if (result.values.empty() || result.values.back().known()) return;
  const std::size_t same = result.values.size() - 1;
  const bool is_nothing = usual == nullptr  ? !result.is_array && result.values[0].bytes.size() == 1
                          : usual->is_array ? result.is_array && usual->values.size() == same
                                            : !result.is_array && usual->values.size() == 1 &&
                                                  usual->values[0].bytes.empty();
  if (is_nothing) result.values.own()[same].unknown_parts.own()[0].absent_by_default = true;
  if (usual == nullptr || is_nothing) return;
  const bool fits = usual->values.size() > same && usual->is_array == result.is_array &&
                    (usual->is_array || !usual->values[0].bytes.empty());
  if (!fits ||
      !std::ranges::all_of(std::span(usual->values).subspan(same), &ShellValue::plain_or_count))
    return;
  const auto possible_values = result.values[same].unknown_parts.front().possible_values;
  SharedVector<ShellValue> values;
  values.append(std::span(usual->values).first(same));
  for (ShellValue by_branch : std::span(usual->values).subspan(same)) {
    if (!by_branch.overridable()) by_branch.set_overridable(depends_on);
    by_branch.defaults.own()[0].by_branch = true;
    by_branch.defaults.own()[0].possible_values = possible_values;
    values.push_back(std::move(by_branch));
  }
  result.values = std::move(values);
  result.span = usual->span;
}

}  // namespace

// Whether a test of the number of arguments, such as `$# -gt 1`, holds without any.
std::optional<bool> Interpreter::without_arguments(shell_syntax::Block condition) {
  if (condition.size() != 1 || arguments_ != nullptr || shifted() != 0u) return std::nullopt;
  const shell_syntax::Statement* statement = condition[0];
  if (statement->kind == shell_syntax::StatementKind::kPipeline) {
    const auto& pipeline = shell_syntax::as<shell_syntax::Pipeline>(*statement);
    if (pipeline.commands.size() != 1) return std::nullopt;
    const auto holds = without_arguments(pipeline.commands);
    return holds ? std::optional(*holds != pipeline.negated) : std::nullopt;
  }
  std::span<const shell_syntax::Word> words;
  if (statement->kind == shell_syntax::StatementKind::kTest) {
    words = shell_syntax::as<shell_syntax::Test>(*statement).words;
  } else if (statement->kind == shell_syntax::StatementKind::kCommand) {
    words = shell_syntax::as<shell_syntax::Command>(*statement).words;
    const bool bracket =
        words.size() > 2 && is_literal(words[0], "[") && is_literal(words.back(), "]");
    if (!bracket) return std::nullopt;
    words = words.subspan(1, words.size() - 2);
  }
  if (words.size() != 3 || words[0].parts.size() != 1) return std::nullopt;
  const shell_syntax::Part* count = &words[0].parts[0];
  if (count->kind == shell_syntax::PartKind::kDoubleQuoted && count->parts.size() == 1)
    count = &count->parts[0];
  const bool is_count = count->kind == shell_syntax::PartKind::kVariable && count->op.empty() &&
                        count->text == "#" && words[2].parts.size() == 1 &&
                        words[2].parts[0].kind == shell_syntax::PartKind::kLiteral;
  const auto bound = is_count ? number(words[2].parts[0].text) : std::nullopt;
  if (!bound) return std::nullopt;
  constexpr std::pair<std::string_view, bool (*)(std::int64_t)> kTests[] = {
      {"-gt", [](std::int64_t n) { return 0 > n; }},
      {"-ge", [](std::int64_t n) { return 0 >= n; }},
      {"-lt", [](std::int64_t n) { return 0 < n; }},
      {"-le", [](std::int64_t n) { return 0 <= n; }},
      {"-eq", [](std::int64_t n) { return 0 == n; }},
      {"-ne", [](std::int64_t n) { return 0 != n; }}};
  for (const auto& [name, test] : kTests) {
    if (is_literal(words[1], name)) return test(*bound);
  }
  return std::nullopt;
}

// Which of two branches is taken if the caller gives nothing: the first, which runs if the
// condition is `taken`, or the second.
DefaultBranch Interpreter::choice(shell_syntax::Block condition, bool taken) {
  std::vector<std::string> deciders;
  auto* const outer = std::exchange(assumed_, &deciders);
  auto holds = truth(condition);
  assumed_ = outer;
  if (!holds) {
    holds = without_arguments(condition);
    deciders = {"@"};
  }
  DefaultBranch out;
  if (holds) out.by_default = *holds == taken ? 0 : 1;
  if (deciders.size() == 1) out.depends_on = deciders[0];
  out.unbound = std::exchange(unbound_, std::nullopt);
  return out;
}

DefaultBranch Interpreter::choice(const shell_syntax::Case& clause) {
  std::vector<std::string> deciders;
  auto* const outer = std::exchange(assumed_, &deciders);
  DefaultBranch out{taken(clause), {}, {}};
  assumed_ = outer;
  if (deciders.size() == 1) out.depends_on = deciders[0];
  return out;
}

// A script that looks at a count of cards is ready for what it finds.
void Interpreter::forget_counts(shell_syntax::Block condition) {
  std::vector<std::string> names;
  shell_syntax::Visitor visitor;
  visitor.part = [&](const shell_syntax::Part& part) {
    if (part.kind == shell_syntax::PartKind::kVariable) names.emplace_back(part.text);
  };
  for (const std::string& name : variables_.counting()) {
    const bool computed = std::ranges::any_of(
        condition, [&](auto* each) { return find_in_arithmetic(*each, name).has_value(); });
    if (computed) names.push_back(name);
  }
  shell_syntax::walk(condition, visitor);
  for (const std::string& name : names) {
    if (!variables_.counting().contains(name)) continue;
    Variable tested = *variables_.find(name);
    ShellValue& value = tested.values.own()[0];
    value.unknown_parts.own()[0].counts = CardCount::kNone;
    value.defaults.clear();
    variables_.set(name, std::move(tested));
  }
}

void Interpreter::if_clause(const shell_syntax::If& clause) {
  condition(clause.condition);
  const auto holds = truth(clause.condition);
  if (!holds) forget_counts(clause.condition);
  if (completion_ != Completion::kNormal) return;
  if (holds) return block(*holds ? clause.then : clause.otherwise);
  std::vector<BranchState> branches;
  branches.push_back(branch([&] { block(clause.then); }));
  branches.push_back(branch([&] { block(clause.otherwise); }));
  meet(std::move(branches), choice(clause.condition, true));
}

void Interpreter::case_clause(const shell_syntax::Case& clause) {
  const shell_syntax::Statement* whole = &clause;
  single(*clause.subject);
  forget_counts(shell_syntax::Block(&whole, 1));
  if (const auto index = taken(clause))
    return *index < clause.items.size() ? block(clause.items[*index].body) : void();
  std::vector<BranchState> branches;
  bool has_default = false;
  for (const shell_syntax::CaseItem& item : clause.items) {
    branches.push_back(branch([&] { block(item.body); }));
    for (const shell_syntax::Word& pattern : item.patterns) {
      has_default = has_default || (pattern.parts.size() == 1 &&
                                    pattern.parts[0].kind == shell_syntax::PartKind::kSpecial &&
                                    pattern.parts[0].text == "*");
    }
  }
  if (!has_default) branches.emplace_back();
  meet(std::move(branches), choice(clause));
}

void Interpreter::meet(std::vector<BranchState> branches, const DefaultBranch& choice) {
  if (out_.incomplete) return;
  bool all_exit = true;
  std::vector<BranchState> alive;
  std::optional<std::size_t> by_default;
  for (BranchState& each : branches) {
    all_exit = all_exit && each.completion == Completion::kExit;
    returned_early_ = returned_early_ || each.completion == Completion::kReturn;
    if (each.completion != Completion::kNormal) continue;
    if (choice.by_default == static_cast<std::size_t>(&each - branches.data()))
      by_default = alive.size();
    alive.push_back(std::move(each));
  }
  if (alive.empty()) {
    completion_ = all_exit ? Completion::kExit : Completion::kReturn;
    return;
  }
  const bool is_sure = !context_.conditional && !child_shell_ && origin_ == nullptr;
  if (choice.unbound && by_default && is_sure) out_.unbound.push_back(*choice.unbound);
  std::map<std::string, std::vector<std::size_t>> changed;  // the branches that change a variable
  for (std::size_t i = 0; i < alive.size(); ++i) {
    for (const auto& [name, variable] : alive[i].changes) changed[name].push_back(i);
  }
  for (auto& [name, own] : changed) {
    const auto in = [&, &name = name](const BranchState& each) {
      const auto found = each.changes.find(name);
      return found == each.changes.end() ? variables_.find(name) : &found->second;
    };
    // All branches that leave a variable as it is count as one.
    std::size_t unchanged = 0;
    while (unchanged < own.size() && own[unchanged] == unchanged) ++unchanged;
    if (own.size() < alive.size())
      own.insert(own.begin() + static_cast<std::ptrdiff_t>(unchanged), unchanged);
    const Variable* first = in(alive[own.front()]);
    std::optional<Variable> result = first != nullptr ? std::optional(*first) : std::nullopt;
    for (std::size_t i = 1; i < own.size(); ++i) {
      const Variable* other = in(alive[own[i]]);
      if (other == nullptr && !result) continue;
      result = meet(result ? &*result : nullptr, other);
    }
    if (by_default) prefer(in(alive[*by_default]), choice.depends_on, *result);
    variables_.set(name, std::move(*result));
  }
}

Variable Interpreter::meet(const Variable* a, const Variable* b) {
  if (is_function(a, b)) {
    Variable function = b != nullptr && b->function.function != nullptr ? *b : *a;
    function.conditional = true;
    return function;
  }
  const ShellValue* x = scalar(a);
  const ShellValue* y = scalar(b);
  const Variable& later = b != nullptr ? *b : *a;
  Variable out;
  out.exported = (a != nullptr && a->exported) || (b != nullptr && b->exported);
  out.maybe_not = out.exported;
  out.span = later.span;
  out.conditional = true;
  if (a != nullptr && b != nullptr && a->is_array == b->is_array && a->is_unset == b->is_unset) {
    const bool same = std::equal(a->values.begin(), a->values.end(), b->values.begin(),
                                 b->values.end(), same_value);
    if (same) {
      out = *a;
      out.exported = a->exported || b->exported;
      out.conditional = a->conditional || b->conditional;
      out.maybe_not = out.exported && (a->maybe_not || b->maybe_not || a->exported != b->exported);
      for (std::size_t i = 0; i < out.values.size(); ++i) {
        const bool is_default = !out.values[i].overridable() && b->values[i].overridable();
        if (is_default) out.values.own()[i].defaults = b->values[i].defaults;
      }
      return out;
    }
  }
  const Variable none;
  if ((a != nullptr && a->is_array) || (b != nullptr && b->is_array)) {
    out.is_array = true;
    out.values = common_items(a != nullptr ? a->values : none.values,
                              b != nullptr ? b->values : none.values, later.span);
    return out;
  }
  out.values = {common_front(x, y, later.span)};
  return out;
}

}  // namespace mmlint::shell
