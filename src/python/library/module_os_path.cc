#include <algorithm>

#include <fmt/format.h>

#include "base/paths.h"
#include "base/text.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "python/library/path_constants.h"

// os.path, as far as it only computes with texts; as CPython's posixpath.py and genericpath.py.
namespace mmlint::python {
namespace {

using A = const Arguments&;
using View = std::string_view;

// Null if the path is not known; raises TypeError for what is none.
const Value* path_of(Evaluator& e, const Value& value, Span span) {
  if (value.kind == Value::Kind::kString) {
    e.hazards.look_into(value);
    e.step(value.text().size() / 64);
    return &value;
  }
  const bool may_be_path = value.kind == Value::Kind::kUnknown ||
                           value.kind == Value::Kind::kObject || value.kind == Value::Kind::kBytes;
  if (may_be_path) return nullptr;
  e.raise("TypeError",
          fmt::format("expected str, bytes or os.PathLike object, not {}", type_name(value)), span);
}

// The only argument; null if it is not known.
const Value* only_path(Evaluator& e, A a, View function, View name) {
  return path_of(e, *bound(e, a, {function, {name}, 1, 1, 0})[0], a.span);
}

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "a function of os.path with an unknown path");
}

Value* two(Evaluator& e, View first, View second, Span span) {
  Value* out = e.pool().make(Value::Kind::kTuple, span);
  out->edit_items().assign({e.pool().string(first, span), e.pool().string(second, span)});
  return out;
}

Value* join(Evaluator& e, Value*, A a) {
  if (a.positional.empty() || !a.keywords.empty()) {
    return not_computed(e, a, "os.path.join() with keywords");
  }
  bool known = true;
  std::string out;
  for (std::size_t i = 0; i < a.positional.size(); ++i) {
    const Value* path = path_of(e, *a.positional[i], a.span);
    known = known && path;
    if (!known) continue;
    if (i == 0 || path->text().starts_with('/')) {
      out = path->text();
    } else {
      if (!out.empty() && !out.ends_with('/')) out += '/';
      out += path->text();
    }
    e.check_text(out.size(), a.span);
  }
  return known ? e.new_text(out, a.span) : not_known(e, a);
}

View head_of(View path) {
  View head = path.substr(0, path.rfind('/') + 1);
  if (head.find_first_not_of('/') == View::npos) return head;
  while (head.ends_with('/')) head.remove_suffix(1);
  return head;
}

View tail_of(View path) {
  return path.substr(path.rfind('/') + 1);
}

Value* dirname(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "dirname", "p");
  return path ? e.pool().string(head_of(path->text()), a.span) : not_known(e, a);
}

Value* basename(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "basename", "p");
  return path ? e.pool().string(tail_of(path->text()), a.span) : not_known(e, a);
}

Value* split(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "split", "p");
  return path ? two(e, head_of(path->text()), tail_of(path->text()), a.span) : not_known(e, a);
}

Value* splitext(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "splitext", "p");
  if (!path) return not_known(e, a);
  const View root = path->text().substr(0, path->text().size() - extension(path->text()).size());
  return two(e, root, path->text().substr(root.size()), a.span);
}

Value* splitdrive(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "splitdrive", "p");
  return path ? two(e, "", path->text(), a.span) : not_known(e, a);
}

Value* isabs(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "isabs", "s");
  return path ? e.pool().boolean(path->text().starts_with('/'), a.span) : not_known(e, a);
}

// The names between slashes, without those that say nothing.
std::vector<View> parts_of(View path) {
  const bool absolute = path.starts_with('/');
  std::vector<View> out;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const View part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part != ".." || (!absolute && out.empty()) || (!out.empty() && out.back() == "..")) {
      out.push_back(part);
    } else if (!out.empty()) {
      out.pop_back();
    }
  }
  return out;
}

std::string normal(View path) {
  // Two leading slashes mean something to POSIX, three do not.
  std::string out;
  if (path.starts_with('/')) out = path.starts_with("//") && !path.starts_with("///") ? "//" : "/";
  const std::size_t root = out.size();
  for (const View part : parts_of(path)) {
    if (out.size() > root) out += '/';
    out += part;
  }
  return out.empty() ? "." : out;
}

Value* normpath(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "normpath", "path");
  if (!path || path->text().find('\0') != View::npos) return not_known(e, a);
  return e.new_text(normal(path->text()), a.span);
}

Value* abspath(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "abspath", "path");
  if (path && path->text().starts_with('/')) return normpath(e, nullptr, a);
  warn_of_outside(e, "os.path.abspath", a.span);
  return not_computed(e, a, "os.path.abspath() of a path that is not absolute");
}

// Neither the current folder nor what stands above it matters to both.
bool same_root(View path, View start) {
  if (path.starts_with('/') != start.starts_with('/')) return false;
  if (path.starts_with('/')) return true;
  const auto leaves = [](View p) {
    const auto parts = parts_of(p);
    return !parts.empty() && parts.front() == "..";
  };
  return !leaves(path) && !leaves(start);
}

Value* relpath(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"relpath", {"path", "start"}, 1, 2, 0});
  if (e.truth(*given[0]) == Evaluator::Truth::kFalse) {
    e.raise("ValueError", "no path specified", a.span);
  }
  const bool from_here = !given[1] || given[1]->kind == Value::Kind::kNone;
  const Value* path = path_of(e, *given[0], a.span);
  const Value* start = from_here ? nullptr : path_of(e, *given[1], a.span);
  if (!path || (!from_here && !start) || path->text().find('\0') != View::npos ||
      (start && start->text().find('\0') != View::npos)) {
    return not_known(e, a);
  }
  const View base = from_here ? View(".") : start->text();
  if (!same_root(path->text(), base)) {
    warn_of_outside(e, "os.path.relpath", a.span);
    return not_computed(e, a, "os.path.relpath() of paths that depend on the current folder");
  }
  const std::vector<View> to = parts_of(path->text());
  const std::vector<View> from = parts_of(base);
  const auto common = std::mismatch(to.begin(), to.end(), from.begin(), from.end());
  std::string out;
  const auto add = [&](View part) { (out += out.empty() ? "" : "/") += part; };
  std::for_each(common.second, from.end(), [&](View) { add(".."); });
  std::for_each(common.first, to.end(), add);
  return e.new_text(out.empty() ? "." : out, a.span);
}

Value* commonprefix(Evaluator& e, Value*, A a) {
  Value& given = *bound(e, a, {"commonprefix", {"m"}, 1, 1, 0})[0];
  if (given.kind != Value::Kind::kList && given.kind != Value::Kind::kTuple) {
    return not_computed(e, a, "os.path.commonprefix() of this");
  }
  const bool texts = std::all_of(given.items().begin(), given.items().end(),
                                 [](const Value* v) { return v->kind == Value::Kind::kString; });
  if (!texts) return not_known(e, a);
  if (given.items().empty()) return e.pool().string("", a.span);
  View common = given.items()[0]->text();
  for (const Value* item : given.items()) {
    path_of(e, *item, a.span);
    const auto end =
        std::mismatch(common.begin(), common.end(), item->text().begin(), item->text().end());
    common = common.substr(0, static_cast<std::size_t>(end.first - common.begin()));
  }
  // The paths differ in characters, of which a part may be the same.
  while (common.size() < given.items()[0]->text().size() &&
         (given.items()[0]->text()[common.size()] & 0xc0) == 0x80) {
    common.remove_suffix(1);
  }
  return e.pool().string(common, a.span);
}

Value* normcase(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "normcase", "s");
  return path ? e.pool().string(path->text(), a.span) : not_known(e, a);
}
Value* expanduser(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "expanduser", "path");
  if (path && !path->text().starts_with('~')) return e.pool().string(path->text(), a.span);
  warn_of_outside(e, "os.path.expanduser", a.span);
  return not_computed(e, a, "the user's folder");
}
Value* expandvars(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "expandvars", "path");
  if (path && path->text().find('$') == View::npos) return e.pool().string(path->text(), a.span);
  warn_of_outside(e, "os.path.expandvars", a.span);
  return not_computed(e, a, "environment variables in a path");
}

constexpr Member kMembers[] = {
    {"abspath", abspath},
    {"basename", basename},
    {"commonprefix", commonprefix},
    {"curdir", nullptr, path_constants::curdir},
    {"dirname", dirname},
    {"expanduser", expanduser},
    {"expandvars", expandvars},
    {"extsep", nullptr, path_constants::extsep},
    {"isabs", isabs},
    {"join", join},
    {"normcase", normcase},
    {"normpath", normpath},
    {"pardir", nullptr, path_constants::pardir},
    {"pathsep", nullptr, path_constants::pathsep},
    {"relpath", relpath},
    {"sep", nullptr, path_constants::sep},
    {"split", split},
    {"splitdrive", splitdrive},
    {"splitext", splitext},
};

}  // namespace

std::span<const Member> os_path_members() {
  return kMembers;
}

}  // namespace mmlint::python
