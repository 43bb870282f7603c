#include "script/objects.h"

#include "facts/distributed.h"
#include "script/symbols.h"

namespace mmlint::script {
namespace {

using Kind = Symbol::Kind;

// Whether a value is an object that the call may have made. Those in lists and dicts are in
// Summary::escaped if they escape.
bool has(const Alternative& value, Span made) {
  return value.sites.has(made) && (value.is_unknown() || is_whole(value.symbol()));
}

// Whether the walk follows what becomes of the arguments of a call, so that the call is no escape:
// they are looked at, or kept in a list, a dict or an attribute.
bool is_followed(const Call& call) {
  const std::string_view text = call.symbol.text();
  if (call.own || only_looks(text.substr(text.rfind('.') + 1))) return true;
  return text == "dict" || text == "setattr" || puts_in(call.symbol);
}

}  // namespace

std::string path_in_object(Symbol symbol) {
  if (symbol.is(Kind::kResult)) {
    const Symbol callee = symbol.callee();
    if (!callee.has_call()) return "";
    if (callee.is(Kind::kAttribute) && facts::returns_itself(callee.name()))
      return path_in_object(callee.owner());
    return path_in_object(callee) + "()";
  }
  if (symbol.is(Kind::kItem)) return path_in_object(symbol.owner()) + "[]";
  if (!symbol.is(Kind::kAttribute)) return "";
  const std::string before = path_in_object(symbol.owner());
  return (before.empty() ? "" : before + ".") + std::string(symbol.name());
}

bool is_object(Symbol symbol) {
  return symbol && path_in_object(symbol).empty();
}

bool is_whole(Symbol symbol) {
  return symbol && path_in_object(symbol).find("()") == std::string::npos;
}

bool computes_nothing(std::string_view method) {
  constexpr std::array<std::string_view, 8> kMethods = {
      "buffers",    "eval",       "load_state_dict", "named_parameters",
      "parameters", "state_dict", "train",           "zero_grad"};
  return is_in(method, kMethods) || facts::returns_itself(method);
}

bool is_forward(const Call& call) {
  const std::string path = path_in_object(call.symbol);
  return call.object.known() && (path.empty() || path == "forward");
}

bool is_inner_forward(const Call& call) {
  const std::string path = path_in_object(call.symbol);
  return call.object.known() && (path == "module" || path == "module.forward");
}

bool is_inner_call(const Call& call) {
  const std::string path = path_in_object(call.symbol);
  return call.object.known() && path.find("()") == path.npos &&
         (path == "module" || path.starts_with("module."));
}

bool ObjectUses::computes() const {
  return std::ranges::any_of(calls, [](const Call* each) { return is_forward(*each); });
}

Objects::Objects(const Summary& summary) : summary_(summary) {
  for (const Call& call : summary.calls) {
    if (call.point.reached) made_by_.try_emplace(call.span, &call);
  }
}

const Call* Objects::maker(Span made) const {
  const auto found = made_by_.find(made);
  return found == made_by_.end() ? nullptr : found->second;
}

std::vector<const Call*> Objects::makers(const Alternative& object) const {
  std::vector<const Call*> out;
  for (const Span each : object.sites.calls()) {
    const Call* made = maker(each);
    if (!made) return {};
    out.push_back(made);
  }
  return out;
}

ObjectUses Objects::uses(Span made, const std::set<Span>& ignored) const {
  ObjectUses out;
  out.escapes = !summary_.complete || summary_.skips ||
                std::binary_search(summary_.escaped.begin(), summary_.escaped.end(), made);
  for (const Call& call : summary_.calls) {
    if (call.object.has(made)) {
      out.calls.push_back(&call);
      // A hook gets the module.
      out.escapes = out.escapes || path_in_object(call.symbol).find("hook") != std::string::npos;
    }
    const bool gets = std::ranges::any_of(call.arguments, [&](const Argument& argument) {
      return std::ranges::any_of(argument.value,
                                 [&](const Alternative& each) { return has(each, made); });
    });
    if (!gets || ignored.count(call.span) != 0) continue;
    out.escapes = out.escapes || !is_followed(call);
  }
  return out;
}

}  // namespace mmlint::script
