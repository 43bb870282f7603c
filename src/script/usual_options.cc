#include "script/usual_options.h"

#include "base/algorithms.h"
#include "script/numbers.h"
#include "value/scalar_text.h"

namespace mmlint::script {

namespace {

bool is_other_than_none(const Alternatives& all) {
  const auto is_other = [](const Alternative& each) {
    return each.prefix() || (each.data() && each.value()->kind != Value::Kind::kNone &&
                             each.value()->kind != Value::Kind::kUnknown);
  };
  return !all.empty() && std::ranges::all_of(all, is_other);
}

// Whether who gives an option cannot make it None, as what converts its word may do.
bool gives_no_none(const Option& option) {
  constexpr std::array<std::string_view, 4> kTypes = {"str", "int", "float", "bool"};
  return option.is_flag ? is_other_than_none(option.if_given) : is_in(option.type, kTypes);
}

// The outcome of a test of the option for a rank, if the test is whether a launcher gives the
// option: its default is negative, and every rank decides the other way (`!= -1`, `>= 0`).
std::optional<Truth> asks_for_launcher(const Option& option, const Truth& usual,
                                       const std::function<Truth(const Alternative&)>& test) {
  const Truth given = test({Symbol::rank(), option.span, {}});
  const bool is_decided = given.can_hold != given.can_fail && usual.can_hold != usual.can_fail;
  if (!is_off_by_default(option) || !is_decided || given.can_hold == usual.can_hold)
    return std::nullopt;
  Truth out = answer_of({Question::Kind::kGiven, option.dest});
  return given.can_hold ? out : negated(std::move(out));
}

}  // namespace

const Option* local_rank_option(const std::vector<Option>& options) {
  const auto found = std::ranges::find_if(options, [](const Option& option) {
    return is_in("--local_rank", option.names) || is_in("--local-rank", option.names);
  });
  return found == options.end() ? nullptr : &*found;
}

bool is_off_by_default(const Option& option) {
  if (!option.names.front().starts_with('-') || option.required) return false;
  const Value* number = only_data(option.default_value);
  const bool is_negative = number && is_number(*number) && double_of(*number) < 0;
  return option.default_value.empty() || is_negative || !truth(option.default_value).can_hold;
}

Truth with_default(const Alternative& tested, const std::vector<Option>& options,
                   const std::function<Truth(const Alternative&)>& test) {
  Truth out = test(tested);
  const auto dest = tested.symbol().option();
  const auto option =
      std::ranges::find_if(options, [&](const Option& each) { return each.dest == dest; });
  const Value* number = option == options.end() ? nullptr : only_data(option->default_value);
  if (!dest || !number || !is_number(*number)) return out;
  const Truth usual = test(option->default_value.front());
  if (is_rank_option(*dest)) return asks_for_launcher(*option, usual, test).value_or(out);
  for (const auto kind : {Question::Kind::kOption, Question::Kind::kGiven}) {
    const Condition is_given{{kind, option->dest}, true};
    if (!usual.can_hold) out.if_holds.add(is_given);
    if (!usual.can_fail) out.if_fails.add(is_given);
  }
  return out;
}

bool is_never_none(std::string_view dest, const std::vector<Option>& options) {
  const auto is_own = [&](const Option& each) { return each.dest == dest; };
  return std::ranges::any_of(options, is_own) &&
         std::ranges::all_of(options, [&](const Option& each) {
           return !is_own(each) || (is_other_than_none(each.if_left_out) && gives_no_none(each));
         });
}

Truth with_usual(Truth asked, const Alternatives& tested, const std::vector<Option>& options,
                 const std::function<bool(std::string_view)>& test) {
  const Alternative* one = only_symbol(tested);
  auto name = one ? one->symbol().option() : std::nullopt;
  if (!name || name->empty()) return asked;
  const bool is_type = name->ends_with(".type");  // of the device
  if (is_type) name->remove_suffix(5);
  const auto option =
      std::ranges::find_if(options, [&](const Option& each) { return each.dest == *name; });
  std::string_view usual =
      option == options.end() ? std::string_view() : text_of(option->default_value);
  if (usual.empty()) return asked;
  if (is_type) usual = usual.substr(0, usual.find(':'));
  asked.option = option->dest;
  asked.usual = std::make_shared<const Truth>(known_truth(test(usual)));
  Guard& by_default = asked.usual->can_hold ? asked.if_holds : asked.if_fails;
  const Guard asks = by_default;
  for (const Condition& each : asks.conditions()) {
    if (each.question.kind == Question::Kind::kEquals)
      by_default.add({{Question::Kind::kDefault, option->dest + "=" + each.question.subject.str()},
                      each.holds});
  }
  if (is_rank_option(*name)) return asked;
  const Condition is_given{{Question::Kind::kGiven, option->dest}, true};
  (asked.usual->can_hold ? asked.if_fails : asked.if_holds).add(is_given);
  return asked;
}

void stand_for_all(Alternatives& returned, const Guard& callee) {
  for (const Condition& each : callee.conditions()) {
    const Question::Kind kind = each.question.kind;
    if (kind != Question::Kind::kOption && kind != Question::Kind::kGiven) continue;
    for (Alternative& one : returned) one.guard.forget(each.question);
  }
}

}  // namespace mmlint::script
