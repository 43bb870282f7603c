#include "script/devices.h"

namespace mmlint::script {
namespace {

// `x.device`, `torch.device(x)`
bool is_device(Symbol symbol) {
  return symbol.is_method("device") || symbol == "torch.device()";
}

// Whether a comparison of equal values says that something is on the CPU.
bool says_cpu(Symbol asked, const Value& text) {
  if (asked.is_of_analysis()) return false;
  if (asked.is_method("index"))  // the CPU is one
    return text.kind == Value::Kind::kNone && is_device(asked.owner());
  return text.is_string("cpu") && (asked.is_method("type") || is_device(asked));
}

}  // namespace

Alternatives attribute_of_device(std::string_view text, std::string_view name, Span at,
                                 Pool& pool) {
  const std::string_view type = text.substr(0, text.find(':'));
  if (name == "type") return data_of(pool.string(type, at), at);
  std::int64_t number = 0;
  if (type == text) return data_of(pool.none(at), at);
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + type.size() + 1, last, number);
  return error == std::errc() && end == last ? data_of(pool.integer(number, at), at) : unknown(at);
}

Alternatives attribute_of_unknown(Symbol object, std::string_view name, Span at) {
  const Symbol unknown = Symbol::unknown();
  const Symbol owner = object.is_method("device") ? unknown.attribute("device") : unknown;
  return symbol(owner.attribute(name), at);
}

Truth with_card(Truth asked, const Alternative& left, const Alternative& right) {
  const Value* text = right.data();
  if (!left.is_symbol() || !text) return asked;
  if (says_cpu(left.symbol(), *text)) asked.if_fails.add({{Question::Kind::kEquals, "cuda"}, true});
  if (left.symbol() == "torch.distributed.get_backend()" && text->is_string("gloo"))
    asked.if_fails.add({{Question::Kind::kEquals, std::string(kCardBackend)}, true});
  // mmengine/device/utils.py, get_device
  if (left.symbol() == "mmengine.device.get_device()" && text->is_string("cpu"))
    asked.if_fails.add({{Question::Kind::kEquals, "cuda|npu|mlu|mps|musa"}, true});
  return asked;
}

}  // namespace mmlint::script
