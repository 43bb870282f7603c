#include "check/config/own_classes.h"

#include "base/text.h"

namespace mmlint::check {
namespace {

constexpr std::size_t kMostBases = 16;  // of one class that are looked for

bool is_name(const Value* type) {
  return type && (type->kind == Value::Kind::kString || type->kind == Value::Kind::kReference);
}

}  // namespace

bool is_of_mmengine(const Value* type, std::string_view name) {
  if (!is_name(type)) return false;
  const std::string_view text = type->text();
  return text == name || (text.starts_with("mmengine.") && text.ends_with(name) &&
                          text[text.size() - name.size() - 1] == '.');
}

const launch::ProjectClass* OwnClass::definer(std::string_view method) const {
  const auto found = std::ranges::find_if(
      own, [method](const launch::ProjectClass& each) { return each.method(method) != nullptr; });
  return found == own.end() ? nullptr : &*found;
}

bool OwnClass::mentions(std::string_view word) const {
  return std::ranges::any_of(
      own, [word](const launch::ProjectClass& each) { return contains(each.text, word); });
}

std::optional<OwnClass> own_class(const ConfigView& view, const Value* type,
                                  const FileSystem& files) {
  if (!is_name(type)) return std::nullopt;
  launch::GroupModules none;
  launch::GroupModules& modules = view.modules ? *view.modules : none;
  auto found = modules.class_of(*view.config, *type, files);
  if (!found && view.builders && type->kind == Value::Kind::kString) {
    for (const launch::Builder& builder : *view.builders) {
      found = modules.class_among(builder.summary->files, type->text(), files);
      if (found) break;
    }
  }
  if (!found) return std::nullopt;
  OwnClass out;
  out.own.push_back(*std::move(found));
  for (std::size_t i = 0; i < out.own.size() && i < kMostBases; ++i) {
    const launch::ProjectClass derived = out.own[i];
    for (const syntax::Argument& base : derived.node->bases) {
      if (!base.name.empty()) continue;  // metaclass=ABCMeta
      auto own = modules.base_of(*view.config, derived, *base.value, files);
      if (own)
        out.own.push_back(*std::move(own));
      else
        out.foreign.push_back(derived.source->dotted(*base.value));
    }
  }
  return out;
}

}  // namespace mmlint::check
