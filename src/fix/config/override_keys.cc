#include "fix/config/override_keys.h"

#include "base/text.h"
#include "fix/config/value_text.h"
#include "fix/text/entry_edits.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"
#include "value/value_python.h"

namespace mmlint::fix {
using catalog::Literal;
using check::Finding;
using check::Hit;
using config::Resolved;

namespace {

Value* value_of(const Literal& literal, Pool& pool) {
  if (const auto* flag = std::get_if<bool>(&literal.value)) return pool.boolean(*flag);
  if (const auto* number = std::get_if<std::int64_t>(&literal.value)) return pool.integer(*number);
  if (const auto* number = std::get_if<double>(&literal.value)) return pool.floating(*number);
  if (const std::string* text = literal.string()) return pool.string(pool.keep(*text));
  if (const Literal::List* list = literal.list()) {
    Value* out = pool.make(Value::Kind::kList);
    for (const Literal& item : *list) out->edit_items().push_back(value_of(item, pool));
    return out;
  }
  if (const Literal::Dict* dict = literal.dict()) {
    Value* out = pool.make(Value::Kind::kDict);
    for (const auto& [key, value] : *dict)
      out->edit_dict().set(pool.string(pool.keep(key)), value_of(value, pool), pool.origin({}));
    return out;
  }
  return pool.none();
}

// What is to change below one key: a value, or keys and items below it.
struct KeyChange {
  std::map<std::string, KeyChange, std::less<>> below;
  const Literal* value = nullptr;
};

std::size_t index_of(std::string_view part) {
  return part.find_first_not_of("0123456789") == part.npos && part.size() < 9 && !part.empty()
             ? std::stoul(std::string(part))
             : std::string::npos;
}

class Overrides {
 public:
  Overrides(const Resolved& config, const Context& context)
      : config_(config),
        document_(*context.workspace.document(config.path)),
        style_(style_of(document_)) {}

  Planned plan(const KeyValues& values) {
    std::map<std::string, KeyChange, std::less<>> tops;
    for (const auto& [key, value] : values) {
      auto* level = &tops;
      KeyChange* change = nullptr;
      for (const std::string_view part : key_parts(key)) {
        change = &(*level)[std::string(part)];
        level = &change->below;
      }
      change->value = &value;
    }
    for (const auto& [name, change] : tops) {
      if (!override_top(name, change)) return refuse(std::move(refusal_));
    }
    if (!statements_.empty()) {
      plan_.edits.push_back(add_statement(document_, document_.statements().size(), statements_));
    }
    return std::move(plan_);
  }

 private:
  // Always false, which the methods return where they fail.
  bool fail(Reason reason, std::vector<std::string> captures = {}) {
    refusal_ = {reason, std::move(captures)};
    return false;
  }

  void add(const std::string& statement) {
    if (!statements_.empty()) statements_ += style_.line_end;
    statements_ += statement;
  }

  bool override_top(const std::string& name, const KeyChange& change) {
    const Value* inherited = config_.root->dict().get(name);
    if (change.value) return add(to_statement(name, *change.value, style_)), true;
    if (!inherited) return fail(Reason::kThereIsNo, {name});
    if (config_.style == config::Style::kLazy) return update(name, *inherited, change);
    const Origin* origin = config_.root->dict().find(name)->origin;
    if (origin->value().file == document_.source().id()) {
      if (!origin->set() || !origin->set()->literal) return fail(Reason::kNameComputed, {name});
      return extend(*origin->set(), *inherited, change);
    }
    if (const auto literal = without_lists(inherited, change))
      return add(to_statement(name, *literal, style_)), true;
    Pool pool;
    Value* root = pool.make(Value::Kind::kDict);
    Value* value = merged(*inherited, change, pool);
    if (!value) return false;
    root->edit_dict().set(pool.string(name), value, pool.origin({}));
    add(statements_of(*root, style_));
    return true;
  }

  // As an expression of the file.
  std::optional<std::string> text_of(const Value* inherited, const KeyChange& change) {
    if (const auto literal = without_lists(inherited, change)) return to_python(*literal, style_);
    Pool pool;
    const Value* value = merged(*inherited, change, pool);
    if (!value) return std::nullopt;
    return fix::text_of(*value, style_);
  }

  // Adds to a dict that the file has written for a key, and to those inside it.
  bool extend(const Value& own, const Value& effective, const KeyChange& change) {
    const syntax::Expr* dict = syntax::find_expr(document_, own.span.begin, own.span.end);
    if (own.kind != Value::Kind::kDict || !own.literal || !dict ||
        effective.kind != Value::Kind::kDict)
      return fail(Reason::kSetInForm, {config_.path});
    Style style = style_;
    style.braces = dict->kind == syntax::ExprKind::kDict;
    std::vector<std::string> entries;
    for (const auto& [part, below] : change.below) {
      const Value* next = effective.dict().get(part);
      if (const Value* own_next = own.dict().get(part)) {
        if (below.value || !next) return fail(Reason::kPartSetIn, {part, config_.path});
        if (!extend(*own_next, *next, below)) return false;
        continue;
      }
      auto text = text_of(next, below);
      if (!text) return false;
      entries.push_back(to_argument(part, *text, style));
    }
    if (entries.empty()) return true;
    auto added = add_written_entries(document_, *dict, entries);
    if (added.empty()) return fail(Reason::kSetInAForm);
    for (TextEdit& edit : added) plan_.edits.push_back(std::move(edit));
    return true;
  }

  // What a dict has to say to be merged over `inherited`; a list is written whole.
  Value* merged(const Value& inherited, const KeyChange& change, Pool& pool) {
    if (change.value) return value_of(*change.value, pool);
    if (inherited.is_sequence()) return rewritten(inherited, change, pool);
    if (inherited.kind != Value::Kind::kDict) return fail(Reason::kNoDictOnTheWay), nullptr;
    Value* out = pool.make(Value::Kind::kDict);
    for (const auto& [part, below] : change.below) {
      const Value* next = inherited.dict().get(part);
      Value* value = nullptr;
      if (below.value)
        value = value_of(*below.value, pool);
      else if (next)
        value = merged(*next, below, pool);
      else
        return fail(Reason::kThereIsNo, {part}), nullptr;
      if (!value) return nullptr;
      out->edit_dict().set(pool.string(pool.keep(part)), value, pool.origin({}));
    }
    return out;
  }

  // The whole value with changes inside.
  Value* rewritten(const Value& value, const KeyChange& change, Pool& pool) {
    if (change.value) return value_of(*change.value, pool);
    Value* out = pool.make(value.kind);
    if (value.kind == Value::Kind::kDict) {
      for (const Entry& entry : value.dict().entries()) {
        const auto below = entry.key->kind == Value::Kind::kString
                               ? change.below.find(entry.key->text())
                               : change.below.end();
        Value* item = entry.value;
        if (below != change.below.end()) item = rewritten(*entry.value, below->second, pool);
        if (!item) return nullptr;
        if (!is_data(*item)) return fail(Reason::kListNotWritable), nullptr;
        out->edit_dict().set(entry.key, item, pool.origin({}));
      }
      for (const auto& [part, below] : change.below) {
        if (value.dict().find(part)) continue;
        if (!below.value) return fail(Reason::kThereIsNo, {part}), nullptr;
        out->edit_dict().set(pool.string(pool.keep(part)), value_of(*below.value, pool),
                             pool.origin({}));
      }
      return out;
    }
    if (!value.is_sequence()) return fail(Reason::kNoContainerOnTheWay), nullptr;
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      const auto below = change.below.find(std::to_string(i));
      Value* item = value.items()[i];
      if (below != change.below.end()) item = rewritten(*item, below->second, pool);
      if (!item) return nullptr;
      if (!is_data(*item)) return fail(Reason::kListNotWritable), nullptr;
      out->edit_items().push_back(item);
    }
    return out;
  }

  // Lazy: name.update(dict(...)), and name['neck'][0].update(dict(...)) for items of lists.
  bool update(const std::string& target, const Value& inherited, const KeyChange& change) {
    if (inherited.is_sequence()) {
      for (const auto& [part, below] : change.below) {
        const std::size_t i = index_of(part);
        if (i >= inherited.items().size()) return fail(Reason::kNoItem, {part});
        const std::string item = fmt::format("{}[{}]", target, i);
        if (below.value && inherited.kind == Value::Kind::kTuple) return fail(Reason::kTupleItem);
        if (below.value)
          add(to_statement(item, *below.value, style_));
        else if (!update(item, *inherited.items()[i], below))
          return false;
      }
      return true;
    }
    if (inherited.kind != Value::Kind::kDict) return fail(Reason::kNoContainerOnTheWay);
    Literal::Dict plain;
    for (const auto& [part, below] : change.below) {
      const Value* next = inherited.dict().get(part);
      if (auto value = without_lists(next, below)) {
        plain.emplace_back(part, std::move(*value));
      } else if (!next) {
        return fail(Reason::kThereIsNo, {part});
      } else if (!update(fmt::format("{}[{}]", target, python_string(part)), *next, below)) {
        return false;
      }
    }
    if (!plain.empty()) {
      add(fmt::format("{}.update({})", target, to_python(Literal{std::move(plain)}, style_)));
    }
    return true;
  }

  // The dict that updates a value, if no list is on the way.
  static std::optional<Literal> without_lists(const Value* inherited, const KeyChange& change) {
    if (change.value) return *change.value;
    if (inherited && inherited->is_sequence()) return std::nullopt;
    Literal::Dict out;
    for (const auto& [part, below] : change.below) {
      const bool is_dict = inherited && inherited->kind == Value::Kind::kDict;
      auto value = without_lists(is_dict ? inherited->dict().get(part) : nullptr, below);
      if (!value) return std::nullopt;
      out.emplace_back(part, std::move(*value));
    }
    return Literal{std::move(out)};
  }

  const Resolved& config_;
  const syntax::Document& document_;
  const Style style_;
  Plan plan_;
  std::string statements_;
  Refusal refusal_;  // why the last step failed
};

}  // namespace

Planned override_keys(const Resolved& config, const KeyValues& values, const Context& context) {
  return Overrides(config, context).plan(values);
}

Planned override_in_leaves(
    const Finding& finding, const Context& context,
    const std::function<std::optional<std::pair<std::string, Literal>>(const Hit&)>& key_of) {
  if (context.where == Where::kOrigin) return refuse(Reason::kSetterClosed);
  std::vector<TextEdit> edits;
  for (const check::Reach& reach : finding.reaches()) {
    const config::Resolved& config = *reach.view.config;
    if (!may_edit(context, config)) continue;
    if (!reach.view.runnable && context.index.is_inherited(config)) continue;
    KeyValues values;
    for (const Hit& hit : reach.hits) {
      auto key = key_of(hit);
      if (!key) return refuse(Reason::kNoValueForThis);
      values.push_back(std::move(*key));
    }
    const Planned own = override_keys(config, values, context);
    if (!own) return own;
    edits.insert(edits.end(), own->edits.begin(), own->edits.end());
  }
  if (edits.empty()) return refuse_as_not_passed(finding, context);
  return plan_of(std::move(edits));
}

tl::unexpected<Refusal> refuse_as_not_passed(const Finding& finding, const Context& context) {
  return refuse({Reason::kSetInNotPassed,
                 {path_of(context, finding.diagnostic.primary)},
                 {Reason::kPassItAsWell}});
}

}  // namespace mmlint::fix
