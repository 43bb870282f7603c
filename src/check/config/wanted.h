#pragma once

#include "value/value.h"

// The kinds of values that MMEngine accepts in a config.
namespace mmlint::check::wanted {

// A kind of value. `fits` is asked of values of the kinds only.
struct Wanted {
  std::string_view en, zh;  // {wanted} and {wanted_zh} in the rule's texts
  std::span<const Value::Kind> kinds;
  bool (*fits)(const Value& value) = nullptr;
};

// May: a value is of any kind, since it is not known or an object.
bool is_open(const Value& value);

// What `fits` may be. Each returns true for a value that PyTorch or MMEngine takes.
bool is_not_negative(const Value& value);
bool is_positive(const Value& value);
bool is_whole(const Value& value);
bool is_not_empty(const Value& value);
bool is_filled(const Value& value);  // a dict that is not empty, or no dict
bool is_text(const Value& value);    // a text that is not empty, or no text
bool is_false(const Value& value);
bool has_type(const Value& value);   // a dict with a type, or no dict
bool are_typed(const Value& value);  // the same, and so are its items
bool are_tuples(const Value& value);
bool is_level(const Value& value);     // of logging
bool is_priority(const Value& value);  // of a hook
bool is_seed(const Value& value);      // of numpy, which the Runner gives it to
bool is_start_method(const Value& value);
bool is_worker_count(const Value& value);
bool is_batch_size(const Value& value);  // as a divisor

inline constexpr Value::Kind kNoneDict[] = {Value::Kind::kNone, Value::Kind::kDict};
inline constexpr Value::Kind kJustDict[] = {Value::Kind::kDict};
inline constexpr Value::Kind kSequence[] = {Value::Kind::kNone, Value::Kind::kList,
                                            Value::Kind::kTuple};
inline constexpr Value::Kind kNoneDictList[] = {Value::Kind::kNone, Value::Kind::kDict,
                                                Value::Kind::kList};
inline constexpr Value::Kind kDictSequence[] = {Value::Kind::kDict, Value::Kind::kList,
                                                Value::Kind::kTuple};
inline constexpr Value::Kind kAnyDictSequence[] = {Value::Kind::kNone, Value::Kind::kDict,
                                                   Value::Kind::kList, Value::Kind::kTuple};
inline constexpr Value::Kind kNumbers[] = {Value::Kind::kInt, Value::Kind::kBool,
                                           Value::Kind::kFloat};
inline constexpr Value::Kind kNumbersText[] = {Value::Kind::kInt, Value::Kind::kBool,
                                               Value::Kind::kFloat, Value::Kind::kString};
inline constexpr Value::Kind kNoneInt[] = {Value::Kind::kNone, Value::Kind::kInt};
inline constexpr Value::Kind kWholeNumbers[] = {Value::Kind::kInt, Value::Kind::kBool};
inline constexpr Value::Kind kNoneWhole[] = {Value::Kind::kNone, Value::Kind::kInt,
                                             Value::Kind::kBool};
inline constexpr Value::Kind kBooleans[] = {Value::Kind::kBool};
inline constexpr Value::Kind kTexts[] = {Value::Kind::kString};
inline constexpr Value::Kind kNoneText[] = {Value::Kind::kNone, Value::Kind::kString};
inline constexpr Value::Kind kTextWhole[] = {Value::Kind::kString, Value::Kind::kInt,
                                             Value::Kind::kBool};
inline constexpr Value::Kind kPriorities[] = {Value::Kind::kNone, Value::Kind::kString,
                                              Value::Kind::kInt, Value::Kind::kBool};
inline constexpr Value::Kind kNoneList[] = {Value::Kind::kNone, Value::Kind::kList};

inline constexpr Wanted kDict = {"a dict", "字典", kNoneDict};
inline constexpr Wanted kArguments = {"a dict", "字典", kJustDict};  // is unpacked: f(**value)
inline constexpr Wanted kFilledDict = {"a dict that is not empty", "非空的字典", kNoneDict,
                                       is_filled};
inline constexpr Wanted kTyped = {"a dict with a type", "带 type 的字典", kJustDict, has_type};
inline constexpr Wanted kTypedIfAny = {"a dict with a type", "带 type 的字典", kNoneDict, has_type};
// PyTorch takes any object with a length, and None as the sampler.
inline constexpr Wanted kDataset = {"a dict with a type", "带 type 的字典", kDictSequence,
                                    has_type};
inline constexpr Wanted kSampler = {"a dict with a type", "带 type 的字典", kAnyDictSequence,
                                    has_type};
inline constexpr Wanted kEvaluator = {"a dict or a list of dicts", "字典或字典的列表",
                                      kNoneDictList};
inline constexpr Wanted kSchedulers = {"a dict or a list of dicts", "字典或字典的列表",
                                       kAnyDictSequence};
inline constexpr Wanted kSchedulersOfOne = {"a dict or a list of dicts", "字典或字典的列表",
                                            kDictSequence};
inline constexpr Wanted kMetrics = {"a dict with a type or a list of them",
                                    "带 type 的字典或其列表", kDictSequence, are_typed};
inline constexpr Wanted kBackends = {"a list of dicts with a type", "带 type 的字典的列表",
                                     kAnyDictSequence, are_typed};
inline constexpr Wanted kHooks = {"a list of dicts", "字典的列表", kSequence};
inline constexpr Wanted kIntervals = {"a list of tuples", "元组的列表", kNoneList, are_tuples};
inline constexpr Wanted kCount = {"an int above 0", "大于 0 的整数", kNoneInt, is_positive};
inline constexpr Wanted kBatches = {"an int above 0", "大于 0 的整数", kNoneWhole, is_positive};
inline constexpr Wanted kCounted = {"an int above 0", "大于 0 的整数", kWholeNumbers, is_positive};
inline constexpr Wanted kAccumulated = {"an int above 0", "大于 0 的整数", kNumbers, is_positive};
inline constexpr Wanted kWorkers = {"an int of at least 0", "不小于 0 的整数", kNumbers,
                                    is_worker_count};
inline constexpr Wanted kWhole = {"an int", "整数", kNumbers, is_whole};
inline constexpr Wanted kThreads = {"an int", "整数", kNoneWhole};
inline constexpr Wanted kSeed = {"an int from 0 to 2**32 - 1", "0 到 2**32 - 1 的整数", kNoneWhole,
                                 is_seed};
inline constexpr Wanted kNumber = {"a number", "数字", kNumbers};
inline constexpr Wanted kRate = {"a number of at least 0", "不小于 0 的数字", kNumbers,
                                 is_not_negative};
inline constexpr Wanted kNotZero = {"a number other than 0", "非零的数字", kNumbers, is_not_empty};
inline constexpr Wanted kBaseSize = {"a number other than 0", "非零的数字", kNumbersText,
                                     is_batch_size};
inline constexpr Wanted kBool = {"True or False", "True 或 False", kBooleans};
inline constexpr Wanted kNoShuffle = {"False, since a sampler is given",
                                      "False，因为已经给出了 sampler", kNoneWhole, is_false};
inline constexpr Wanted kPath = {"a path", "路径", kNoneText, is_text};
inline constexpr Wanted kScope = {"the name of a scope", "作用域的名字", kNoneText, is_text};
inline constexpr Wanted kClass = {"the name of a class", "类的名字", kTexts};
inline constexpr Wanted kLevel = {"a level of logging, such as 'INFO'", "logging 的级别，如 'INFO'",
                                  kTextWhole, is_level};
inline constexpr Wanted kPriority = {"a number from 0 to 100 or a name such as 'NORMAL'",
                                     "0 到 100 的数字或 'NORMAL' 这样的名字", kPriorities,
                                     is_priority};
inline constexpr Wanted kStartMethod = {"'fork', 'spawn' or 'forkserver'",
                                        "'fork'、'spawn' 或 'forkserver'", kNoneText,
                                        is_start_method};

}  // namespace mmlint::check::wanted
