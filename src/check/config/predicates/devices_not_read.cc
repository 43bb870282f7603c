// The config passes devices only to classes of the project. The constructor of each class takes the
// device, and the class never reads it.

#include "base/text.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

// Returns a Python text without comments and docstrings.
std::string code_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t at = std::min({text.find('#'), text.find("\"\"\""), text.find("'''")});
    out.append(text.substr(0, at));
    if (at >= text.size()) break;
    const std::string_view mark = text.substr(at, text[at] == '#' ? 1 : 3);
    const std::size_t end = text.find(mark == "#" ? "\n" : mark, at + mark.size());
    text.remove_prefix(end == text.npos ? text.size() : end + (mark == "#" ? 0 : mark.size()));
  }
  return out;
}

// Whether the parameters of its constructor are the only place where a class has the word.
bool takes_and_forgets(const launch::ProjectClass& of, std::string_view word) {
  const std::string code = code_of(of.text);
  const std::size_t init = code.find("def __init__(");
  const std::size_t body = init == code.npos ? init : code.find(":\n", init);
  std::size_t places = 0, at = 0;
  for (; has_word(code, word, at, &at); ++at) {
    ++places;
    if (at < init || at > body) return false;
  }
  return places == 1 && body != code.npos && !contains(code, "locals()");
}

// Finds all devices in a config value, and checks takes_and_forgets() for each of them.
class Devices {
 public:
  Devices(const ConfigView& view, const FileSystem& files)
      : config_(*view.config), modules_(view.modules ? *view.modules : own_), files_(files) {}

  bool are_forgotten(const Value& root) {
    add(root);
    return any_ && all_;
  }

 private:
  void add(const Value& value) {
    if (!seen_.insert(&value).second) return;
    for (const Value* item : value.items()) add(*item);
    for (const Entry& entry : value.dict().entries()) {
      add(*entry.value);
      const bool names = entry.key->is_string("device") &&
                         entry.value->kind == Value::Kind::kString && entry.value->text() != "cpu";
      if (!names || !all_) continue;
      any_ = true;
      const Value* type = value.dict().get("type");
      const auto made = type ? modules_.class_of(config_, *type, files_) : std::nullopt;
      all_ = made && takes_and_forgets(*made, "device");
    }
  }

  launch::GroupModules own_;
  const config::Resolved& config_;
  launch::GroupModules& modules_;
  const FileSystem& files_;
  std::unordered_set<const Value*> seen_;
  bool any_ = false, all_ = true;
};

}  // namespace

Answer devices_not_read(const ConfigView& view, const FileSystem& files, std::vector<Hit>&) {
  return answer(!view.partial && Devices(view, files).are_forgotten(view.root()));
}

}  // namespace mmlint::check::predicates
