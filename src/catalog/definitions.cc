#include "catalog/load.h"
#include "catalog/load_value.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "catalog/json_reader.h"

namespace mmlint::catalog {
namespace {

const Format kName("^[a-z][a-z0-9-]*$", "'{}' is no name, such as runner");

// "runner" of "$runner"; empty for any other text.
std::string_view reference(const std::string* text) {
  if (!text || !text->starts_with('$')) return {};
  const std::string_view name = std::string_view(*text).substr(1);
  return kName.regex->matches(name) ? name : std::string_view();
}

class Definitions {
 public:
  explicit Definitions(JsonFile& file) : file_(file) {
    const std::optional<Node> define = Node(file).get("define");
    if (!define) return;
    lists_ = define->members();
    if (lists_.empty()) define->fail("defines nothing");
    for (const auto& [name, list] : lists_) {
      if (!kName.regex->matches(name)) list.fail(fmt::format(fmt::runtime(kName.complaint), name));
      list.strings();
    }
  }

  // Replaces every reference in a value that stands at a pointer of the file.
  void use(Literal& value, const std::string& pointer) {
    if (const std::string_view name = reference(value.string()); !name.empty()) {
      if (const Literal* list = find(name, pointer)) value = *list;
    } else if (auto* list = std::get_if<Literal::List>(&value.value)) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string at = append_pointer(pointer, std::to_string(i));
        if (!reference((*list)[i].string()).empty())
          file_.fail(at, "stands for a list, so it cannot be an item of one");
        use((*list)[i], at);
      }
    } else if (auto* dict = std::get_if<Literal::Dict>(&value.value)) {
      for (auto& [key, member] : *dict) use(member, append_pointer(pointer, key));
    }
  }

  void refuse_unused() const {
    for (const auto& [name, list] : lists_) {
      if (!used_.contains(name)) list.fail(fmt::format("nothing uses '${}'", name));
    }
  }

 private:
  // Null, and a fault, if nothing is called so.
  const Literal* find(std::string_view name, const std::string& pointer) {
    std::vector<std::string_view> known;
    for (const auto& [other, list] : lists_) {
      known.push_back(other);
      if (other != name) continue;
      used_.insert(other);
      return &list.literal();
    }
    file_.fail(pointer, fmt::format("nothing defines '${}'{}", name, did_you_mean(name, known)));
    return nullptr;
  }

  JsonFile& file_;
  std::vector<std::pair<std::string, Node>> lists_;
  std::set<std::string> used_;
};

}  // namespace

void use_definitions(JsonFile& file) {
  auto* root = std::get_if<Literal::Dict>(&file.root().value);
  if (!root) return;
  Definitions definitions(file);
  for (auto& [key, value] : *root) {  // texts, fixes and examples are left as they are
    if (key == "match" || key == "levels" || key == "related") definitions.use(value, "/" + key);
  }
  definitions.refuse_unused();
  std::erase_if(*root, [](const auto& member) { return member.first == "define"; });
}

}  // namespace mmlint::catalog
