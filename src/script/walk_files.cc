#include <algorithm>
#include <array>
#include <utility>

#include "base/paths.h"
#include "facts/libraries.h"
#include "script/symbols.h"
#include "script/walker.h"

// The YAML and JSON files that a script reads, by paths that it computes.
namespace mmlint::script {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The symbols of the files at these paths.
Alternatives opened(const Alternatives& paths, Span at) {
  Alternatives out;
  for (const Alternative& each : paths) {
    const bool is_known = each.data() && each.data()->kind == Value::Kind::kString;
    Alternatives one = is_known ? symbol(Symbol::file(each.data()->text()), at) : unknown(at);
    out = either(std::move(out), under(std::move(one), each.guard));
  }
  return out.empty() ? unknown(at) : out;
}

// What os.path and pathlib make of a path that is known; nullopt for other functions.
std::optional<std::string> path_by(std::string_view name, const Givens& given) {
  std::string out;
  for (const Given& each : given) {
    const std::string_view part = text_of(each.value);
    if (part.empty()) return std::nullopt;
    out = out.empty() ? std::string(part) : join_path(out, part);
  }
  if (out.empty()) return std::nullopt;
  if (name == "os.path.dirname" && given.size() == 1) return parent_folder(out);
  constexpr std::array<std::string_view, 5> kSame = {
      "os.path.abspath", "os.path.realpath", "os.path.expanduser", "os.path.join", "pathlib.Path"};
  return is_one_of(name, kSame) ? std::optional(out) : std::nullopt;
}

}  // namespace

// open(), Path.read_text(), yaml.safe_load() and their like; nullopt for other calls.
std::optional<Alternatives> Walker::call_file(Symbol name, const Givens& given, Span at) {
  constexpr std::string_view kRead = ".read";
  if (name.is(Symbol::Kind::kFile) && name.name().ends_with(kRead))
    return symbol(Symbol::file(name.name().substr(0, name.name().size() - kRead.size())), at);
  const std::string_view method = name.name();
  const bool opens = method == "open" || method == "read_text";
  if (opens && name != "open" && receiver_)
    return opened(with_defaults(*receiver_, out_.options), at);
  if (given.empty() || given.front().stars != 0) return std::nullopt;
  if (name == "open") return opened(with_defaults(given.front().value, out_.options), at);
  if (const auto path = path_by(name.text(), given))
    return data_of(out_.pool->string(out_.pool->keep(*path), at), at);
  const bool by_path = facts::reads_path(name.text());
  if (!finder_ || (!by_path && !facts::reads_open_file(name.text()))) return std::nullopt;
  const Alternatives files =
      by_path ? opened(with_defaults(given.front().value, out_.options), at) : given.front().value;
  const Alternatives not_read = symbol(result_of(name), at);
  Alternatives out;
  for (const Alternative& each : files) {
    const Value* read = nullptr;
    if (each.symbol().is(Symbol::Kind::kFile))
      read = finder_->data(each.symbol().name(), at, *out_.pool);
    out = either(std::move(out), under(read ? data_of(read, at) : not_read, each.guard));
  }
  return out.empty() ? not_read : out;
}

}  // namespace mmlint::script
