#include <algorithm>
#include <span>

#include "python/eval/natives.h"

// dir() of each type in CPython 3.11; what is of later versions only is not there.
namespace mmlint::python {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kObject[] = {
    "__class__",        "__delattr__", "__dir__",      "__doc__",  "__eq__",
    "__format__",       "__ge__",      "__getstate__", "__gt__",   "__getattribute__",
    "__hash__",         "__init__",    "__le__",       "__lt__",   "__init_subclass__",
    "__ne__",           "__new__",     "__reduce__",   "__repr__", "__reduce_ex__",
    "__subclasshook__", "__setattr__", "__sizeof__",   "__str__"};
constexpr std::string_view kContainer[] = {"__contains__", "__iter__", "__len__"};
constexpr std::string_view kSequence[] = {"__add__", "__getitem__", "__mul__", "__rmul__"};
constexpr std::string_view kString[] = {"__getnewargs__", "__mod__", "__rmod__"};
constexpr std::string_view kTuple[] = {"__class_getitem__", "__getnewargs__"};
constexpr std::string_view kList[] = {"__class_getitem__", "__delitem__",  "__iadd__",
                                      "__imul__",          "__reversed__", "__setitem__"};
constexpr std::string_view kDict[] = {"__class_getitem__", "__delitem__", "__getitem__",
                                      "__ior__",           "__or__",      "__reversed__",
                                      "__ror__",           "__setitem__"};
// Of ConfigDict and addict's Dict beside that.
constexpr std::string_view kConfigDict[] = {
    "__add__",        "__copy__",    "__deepcopy__", "__dict__",     "__getattr__",
    "__getnewargs__", "__missing__", "__module__",   "__setstate__", "__weakref__"};
constexpr std::string_view kSet[] = {"__and__",  "__class_getitem__", "__or__",
                                     "__rand__", "__ror__",           "__rsub__",
                                     "__rxor__", "__sub__",           "__xor__"};
constexpr std::string_view kMutableSet[] = {"__iand__", "__ior__", "__isub__", "__ixor__"};
constexpr std::string_view kNumber[] = {
    "__abs__",     "__add__",       "__bool__",  "__ceil__", "__divmod__",     "__float__",
    "__floor__",   "__floordiv__",  "__int__",   "__mod__",  "__getnewargs__", "__mul__",
    "__neg__",     "__pos__",       "__pow__",   "__radd__", "__rdivmod__",    "__rmod__",
    "__rmul__",    "__rfloordiv__", "__round__", "__rpow__", "__rsub__",       "__sub__",
    "__truediv__", "__rtruediv__",  "__trunc__"};
constexpr std::string_view kInt[] = {"__and__",     "__index__",  "__invert__",  "__lshift__",
                                     "__or__",      "__rand__",   "__rlshift__", "__ror__",
                                     "__rrshift__", "__rshift__", "__rxor__",    "__xor__"};
constexpr std::string_view kFloat[] = {"__getformat__"};
constexpr std::string_view kNone[] = {"__bool__"};

constexpr std::string_view kReads[] = {"__class__", "__contains__", "__dir__",    "__doc__",
                                       "__eq__",    "__format__",   "__ge__",     "__gt__",
                                       "__hash__",  "__le__",       "__len__",    "__lt__",
                                       "__ne__",    "__repr__",     "__sizeof__", "__str__"};

bool among(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool of_kind(const Value& value, std::string_view name) {
  const bool in_container = among(kContainer, name);
  const bool in_sequence = in_container || among(kSequence, name);
  switch (value.kind) {
    case Value::Kind::kString:
      return in_sequence || among(kString, name);
    case Value::Kind::kTuple:
      return in_sequence || among(kTuple, name);
    case Value::Kind::kList:
      return in_sequence || among(kList, name);
    case Value::Kind::kDict:
      return in_container || among(kDict, name) || (value.config_dict && among(kConfigDict, name));
    case Value::Kind::kSet:
      return in_container || among(kSet, name) || (!value.fixed && among(kMutableSet, name));
    case Value::Kind::kBool:
    case Value::Kind::kInt:
      return among(kNumber, name) || among(kInt, name);
    case Value::Kind::kFloat:
      return among(kNumber, name) || among(kFloat, name);
    case Value::Kind::kNone:
      return among(kNone, name);
    default:
      return false;
  }
}

}  // namespace

bool has_special_attribute(const Value& value, std::string_view name) {
  return name.starts_with("__") && (among(kObject, name) || of_kind(value, name));
}

bool may_change_by(std::string_view special_name) {
  return !among(kReads, special_name);
}

}  // namespace mmlint::python
