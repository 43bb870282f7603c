#include "check/config/wanted.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "value/scalar_text.h"

namespace mmlint::check::wanted {
namespace {

using Kind = Value::Kind;

// May: a number is at least this one.
bool is_at_least(const Value& number, double least) {
  switch (number.kind) {
    case Kind::kInt:
      return number.big || static_cast<double>(number.integer) >= least;
    case Kind::kBool:
      return (number.boolean ? 1 : 0) >= least;
    case Kind::kFloat:
      return number.floating >= least;
    default:
      return true;
  }
}

}  // namespace

bool is_open(const Value& value) {
  return value.kind == Kind::kReference || value.kind == Kind::kObject ||
         value.kind == Kind::kUnknown;
}

bool is_not_negative(const Value& value) {
  return is_at_least(value, 0);
}

bool is_positive(const Value& value) {
  return value.kind == Kind::kFloat ? value.floating > 0 : is_at_least(value, 1);
}

bool is_whole(const Value& value) {
  return value.kind != Kind::kFloat || value.floating == std::floor(value.floating);
}

bool is_not_empty(const Value& value) {
  return truth_of(value) != false;
}

bool is_filled(const Value& value) {
  return value.kind != Kind::kDict || !value.dict().entries().empty();
}

bool is_text(const Value& value) {
  return value.kind != Kind::kString || !value.text().empty();
}

bool is_false(const Value& value) {
  return truth_of(value) != true;
}

bool has_type(const Value& value) {
  if (value.kind != Kind::kDict) return true;
  const Value* type = value.dict().get("type");
  return type && type->kind != Kind::kNone;
}

bool are_typed(const Value& value) {
  return has_type(value) && std::ranges::all_of(value.items(), [](const Value* each) {
           return is_open(*each) || (each->kind == Kind::kDict && has_type(*each));
         });
}

bool are_tuples(const Value& value) {
  return std::ranges::all_of(value.items(), [](const Value* each) {
    return (each->kind == Kind::kTuple || is_open(*each));
  });
}

bool is_level(const Value& value) {
  return value.kind != Kind::kString || is_in(value.text(), {"CRITICAL", "FATAL", "ERROR", "WARN",
                                                             "WARNING", "INFO", "DEBUG", "NOTSET"});
}

bool is_priority(const Value& value) {
  if (value.kind == Kind::kString)
    return is_in(small_letters(value.text()),
                 {"highest", "very_high", "high", "above_normal", "normal", "below_normal", "low",
                  "very_low", "lowest"});
  return is_not_negative(value) && !(is_at_least(value, 101) && value.kind == Kind::kInt);
}

bool is_seed(const Value& value) {
  if (value.kind != Kind::kInt) return true;
  return !value.big && value.integer >= 0 && value.integer <= 0xFFFFFFFF;
}

bool is_start_method(const Value& value) {
  return value.kind != Kind::kString || is_in(value.text(), {"fork", "spawn", "forkserver"});
}

bool is_worker_count(const Value& value) {
  return value.kind == Kind::kFloat ? value.floating == 0 : is_not_negative(value);
}

bool is_batch_size(const Value& value) {
  return value.kind == Kind::kString ? float_of(value.text()) && float_of(value.text()) != 0.0
                                     : truth_of(value) != false;
}

}  // namespace mmlint::check::wanted
