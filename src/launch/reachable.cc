#include "launch/reachable.h"

#include "base/text.h"
#include "catalog/on_target.h"
#include "project/workspace.h"
#include "script/symbols.h"

namespace mmlint::launch {

using catalog::lists;
using catalog::Literal;

namespace {

// The texts of all files of a program.
using Texts = std::vector<std::string_view>;

bool is_said_once(std::string_view name, const Texts& texts) {
  int places = 0;
  for (const std::string_view all : texts) {
    for (std::size_t next = 0; has_word(all, name, next, &next); ++next) ++places;
  }
  return places == 1;
}

// May: a text finds a class without its name, by introspection or by getattr() on a module. If
// `module` is not empty, getattr() counts only on the module of that name.
bool may_find_classes(std::string_view text, std::string_view module, const Texts& texts) {
  constexpr std::array<std::string_view, 11> kWords = {
      "__subclasses__", "__init_subclass__", "metaclass",  "globals(",
      "locals(",        "getmembers",        "vars(",      "__dict__",
      "locate(",        "import_module",     "instantiate"};
  if (std::ranges::any_of(kWords, [&](auto word) { return contains(text, word); })) return true;
  for (std::size_t at = text.find("getattr("); at != text.npos;
       at = text.find("getattr(", at + 1)) {
    const std::string_view rest = text.substr(at + 8);
    const std::string_view name = rest.substr(0, rest.find_first_of(",. )"));
    const bool names_module = has_word(rest.substr(0, rest.find(',')), module);
    const auto imports = [&](std::string_view all) {
      for (std::size_t next = 0; has_word(all, name, next, &next); ++next) {
        const std::string_view before = trim(line_before(all, next));
        const std::string_view after = all.substr(next, all.find('\n', next) - next);
        if ((before.starts_with("import") || before.starts_with("from")) &&
            (module.empty() || names_module || has_word(before, module) || has_word(after, module)))
          return true;
      }
      return false;
    };
    if (std::ranges::any_of(texts, imports)) return true;
  }
  return false;
}

// Returns the module name of a file, if other files get its contents only under this name; empty if
// they may get them in another way.
std::string_view only_module(std::string_view path, const Texts& texts) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const bool is_open = file == "__init__.py" || std::ranges::any_of(texts, [](auto text) {
                         return contains(text, "import *");
                       });
  return is_open ? std::string_view() : file.substr(0, file.find('.'));
}

// Whether a class of a module is certainly never instantiated: no text names or registers it.
bool is_never_made(std::string_view name, std::string_view above, std::string_view module,
                   const Texts& texts) {
  const std::string_view before = trim(above.substr(above.rfind('\n') + 1));
  return !before.starts_with('@') && !before.ends_with(')') && is_said_once(name, texts) &&
         std::ranges::none_of(texts,
                              [&](auto text) { return may_find_classes(text, module, texts); });
}

}  // namespace

bool is_idle(Span place, const script::Summary& script, project::Workspace& workspace) {
  std::string_view text, path;
  Texts texts;
  for (const std::string& file : script.files) {
    const syntax::Document* document = workspace.document(file);
    texts.push_back(workspace.text(file));
    if (!document || document->source().id() != place.file) continue;
    text = document->source().bytes();
    path = file;
  }
  const std::size_t at = place.begin;
  if (at >= text.size()) return false;
  const auto indent_of = [](std::string_view line) {
    return std::min(line.size(), line.find_first_not_of(" \t"));
  };
  std::size_t indent = indent_of(line_before(text, at));
  std::size_t end = text.rfind('\n', at);  // of the line that is looked at
  bool in_function = false;
  while (end != text.npos && end != 0) {
    const std::size_t before = text.rfind('\n', end - 1);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    const std::string_view line = text.substr(begin, end - begin);
    end = before;
    const std::string_view code = trim(line);
    if (code.empty() || indent_of(line) >= indent) continue;
    indent = indent_of(line);
    const std::string_view name = code.substr(code.find(' ') + 1);
    if (code.starts_with("def ")) {
      if (is_said_once(name.substr(0, name.find('(')), texts)) return true;
      in_function = true;
    } else if (in_function && code.starts_with("class ")) {
      return is_never_made(name.substr(0, name.find_first_of("(:")),
                           before == text.npos ? "" : text.substr(0, before),
                           only_module(path, texts), texts);
    }
    if (indent == 0) return false;
  }
  return false;
}

namespace {

// torch.npu and its like are there where their plugin is.
bool lacks(const catalog::Target& target, std::string_view plugin) {
  const Literal* device = target.fact("device");
  return lists(target.fact("scripts.plugin_devices"), plugin) && device && device->string() &&
         *device->string() != plugin;
}

// `if dist.get_backend() == 'nccl':`
bool is_other_backend(const catalog::Target& target, std::string_view name) {
  return lists(target.fact("scripts.card_backends"), name) &&
         !lists(target.fact("backends.usable"), name);
}

// Whether one of the backends that the target can start serves cards.
bool has_card_backend(const catalog::Target& target) {
  const Literal* usable = target.fact("backends.usable");
  const Literal* of_cards = target.fact("scripts.card_backends");
  if (!usable || !usable->list()) return false;
  return std::ranges::any_of(*usable->list(), [&](const Literal& one) {
    const std::string_view name = one.string() ? std::string_view(*one.string()) : "";
    const auto parts = split(name, ',');  // "cpu:gloo,cuda:nccl"
    return std::ranges::any_of(parts, [&](std::string_view part) {
      return lists(of_cards, part.substr(part.find(':') + 1));
    });
  });
}

}  // namespace

bool is_passed_over(Span place, std::string_view text, const script::Summary& run) {
  Span around;
  for (const Span each : run.covered) {
    if (each.contains(place) && (!around.known() || around.contains(each))) around = each;
  }
  if (!around.known() || run.skips || !run.complete) return false;
  const std::string_view before = text.substr(around.begin, place.begin - around.begin);
  const std::size_t def = before.find("def ");
  return def != before.npos && before.find("def ", def + 1) == before.npos &&
         before.find("lambda") == before.npos && before.find("class ") == before.npos;
}

bool may_hold(const script::Guard& guard, const catalog::Target& target) {
  const auto is_there = [&](std::string_view name) {
    return lists(target.fact("scripts.available"), name);
  };
  const auto is_missing = [&](std::string_view name) {
    return lists(target.fact("scripts.missing"), name);
  };
  const auto conditions = guard.conditions();
  // Who gives no option gets there on every target.
  const auto is_default = [&](std::string_view text) {
    return std::ranges::any_of(conditions, [&](const script::Condition& each) {
      return each.holds && each.question.kind == Question::Kind::kDefault &&
             config_text_of(each.question).text == text;
    });
  };
  return std::ranges::all_of(conditions, [&](const script::Condition& each) {
    using Kind = Question::Kind;
    const std::string& name = each.question.subject;
    switch (each.question.kind) {
      case Kind::kDevice: {
        // Where a shim maps the cuda names, what such a condition guards is mapped as well.
        const bool no_cuda =
            name == "cuda" && target.has({{"scripts.cuda_calls_work", Literal{false}}});
        return !(each.holds && no_cuda) && !(each.holds ? is_missing(name) : is_there(name));
      }
      case Kind::kAttribute:
        return !each.holds || !name.starts_with("torch.") || !lacks(target, name.substr(6));
      case Kind::kModule:
        return !lists(target.fact(each.holds ? "scripts.no_modules" : "scripts.modules"), name);
      case Kind::kEquals: {
        if (name == kCardBackend) return !each.holds || has_card_backend(target);
        // `if device == 'cuda'`, `if device in ('cuda', 'xpu')`
        const auto names = split(name, '|');
        return !each.holds || is_default(name) ||
               std::ranges::any_of(names, [&](std::string_view one) {
                 return !is_missing(one.substr(0, one.find(':'))) && !is_other_backend(target, one);
               });
      }
      default:
        return true;
    }
  });
}

std::vector<script::Guard> ways_to(const script::ProgramPoint& point,
                                   const catalog::Target& target) {
  std::vector<script::Guard> out;
  for (const script::Guard& way : point.ways) {
    script::Guard path = point.guard;
    if (path.add(way) && may_hold(path, target)) out.push_back(std::move(path));
  }
  if (point.ways.empty() && may_hold(point.guard, target)) out.push_back(point.guard);
  return resolved(std::move(out));
}

script::OnPaths group_at(const script::ProgramPoint& point, const script::Summary& script,
                         const catalog::Target& target) {
  if (point.group != script::OnPaths::kSome || !point.reached) return point.group;
  bool any = false;
  for (const script::Call& call : script.calls) {
    if (!script::makes_group(call.symbol)) continue;
    if (!ways_to(call.point, target).empty()) return point.group;
    any = true;
  }
  return any ? script::OnPaths::kNone : point.group;
}

bool replaces_init_dist(const script::Summary& script, const catalog::Target& target) {
  return std::ranges::any_of(script.stores, [&](const script::AttributeWrite& store) {
    return (store.symbol == "torch.cuda.set_device" ||
            store.symbol == "mmengine.runner.runner.init_dist") &&
           store.point.reached && store.point.runner == script::OnPaths::kNone &&
           !ways_to(store.point, target).empty();
  });
}

}  // namespace mmlint::launch
