#include "catalog/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalog/json_reader.h"

namespace mmlint::catalog {
namespace {

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), inner);
}

// "runner" of "$runner"; empty for any other text.
std::string_view reference(const std::string* text) {
  if (!text || !text->starts_with('$')) return {};
  const std::string_view name = std::string_view(*text).substr(1);
  return is_name(name) ? name : std::string_view();
}

class Definitions {
 public:
  explicit Definitions(JsonFile& file) : file_(file) {
    const std::optional<Node> define = Node(file).get("define");
    if (!define) return;
    const auto members = define->members();
    if (members.empty()) define->fail("defines nothing");
    for (const auto& [name, list] : members) {
      if (!is_name(name)) list.fail(fmt::format("'{}' is no name, such as runner", name));
      list.strings();
      entries_.push_back({name, list.literal(), list});
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
    for (const Entry& entry : entries_) {
      if (!entry.used) entry.node.fail(fmt::format("nothing uses '${}'", entry.name));
    }
  }

 private:
  struct Entry {
    std::string name;
    Literal list;
    Node node;
    bool used = false;
  };

  // Null, and a fault, if nothing is called so.
  const Literal* find(std::string_view name, const std::string& pointer) {
    std::vector<std::string_view> known;
    for (Entry& entry : entries_) {
      if (entry.name == name) {
        entry.used = true;
        return &entry.list;
      }
      known.push_back(entry.name);
    }
    file_.fail(pointer, fmt::format("nothing defines '${}'{}", name, did_you_mean(name, known)));
    return nullptr;
  }

  JsonFile& file_;
  std::vector<Entry> entries_;
};

}  // namespace

void use_definitions(JsonFile& file) {
  auto* root = std::get_if<Literal::Dict>(&file.root().value);
  if (!root) return;
  Definitions definitions(file);
  for (auto& [key, value] : *root) {
    // Texts, fixes and examples are left as they are.
    if (key == "match" || key == "levels") definitions.use(value, "/" + key);
    auto* related = key == "related" ? std::get_if<Literal::Dict>(&value.value) : nullptr;
    if (!related) continue;
    for (auto& [inner, match] : *related) {
      if (inner == "match") definitions.use(match, "/related/match");
    }
  }
  definitions.refuse_unused();
  std::erase_if(*root, [](const auto& member) { return member.first == "define"; });
}

}  // namespace mmlint::catalog
