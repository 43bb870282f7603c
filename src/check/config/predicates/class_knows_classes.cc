// A class of the project names the text that it gets as `classes`, as in `if classes == 'all'`.

#include "check/config/own_classes.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

const Value* text_at(const Value* dict, std::string_view key) {
  const Value* found = dict && dict->kind == Value::Kind::kDict ? dict->dict().get(key) : nullptr;
  return found && found->kind == Value::Kind::kString ? found : nullptr;
}

// Looks for such a class in a value and in all that it holds.
class Search {
 public:
  Search(const ConfigView& view, const FileSystem& files) : view_(view), files_(files) {}

  bool finds(const Value& value) const {
    if (value.kind == Value::Kind::kDict) {
      const Dict& dict = value.dict();
      return knows(value, text_at(&value, "classes")) ||
             knows(value, text_at(dict.get("metainfo"), "classes")) ||
             std::ranges::any_of(dict.entries(),
                                 [&](const Entry& entry) { return finds(*entry.value); });
    }
    return std::ranges::any_of(value.items(), [&](const Value* item) { return finds(*item); });
  }

 private:
  bool knows(const Value& built, const Value* text) const {
    if (!text) return false;
    const auto own = own_class(view_, built.dict().get("type"), files_);
    return own && (own->mentions(fmt::format("'{}'", text->text())) ||
                   own->mentions(fmt::format("\"{}\"", text->text())));
  }

  const ConfigView& view_;
  const FileSystem& files_;
};

}  // namespace

Answer class_knows_classes(const ConfigView& view, const FileSystem& files, std::vector<Hit>&) {
  return Search(view, files).finds(view.root()) ? Answer::kYes : Answer::kNo;
}

}  // namespace mmlint::check::predicates
