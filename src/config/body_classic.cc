
#include "config/base_names.h"
#include "config/base_variables.h"
#include "config/body.h"
#include "config/links.h"
#include "config/merge.h"
#include "python/compile_errors.h"
#include "python/eval/copies.h"
#include "python/eval/natives.h"

// A classic config: mmengine/config/config.py, Config._file2dict.
namespace mmlint::config {
namespace {

// The problem of a key that a base and one before it have. Both may have it from a file that both
// inherit.
Problem duplicate_key(const Resolved& config, std::size_t base, const Entry& before,
                      const Entry& again) {
  const auto has_it = [&](const Resolved* each) {
    return each && each->root->dict().find(*again.key);
  };
  const auto first =
      static_cast<std::size_t>(std::ranges::find_if(config.bases, has_it) - config.bases.begin());
  Problem out{ProblemKind::kDuplicateKeyAmongBases,
              config.links[base].span,
              {{"name", std::string(again.key->text())},
               {"base", config.links[first].text},
               {"other", config.links[base].text}},
              {}};
  const bool is_diamond = place(*before.origin) == place(*again.origin);
  if (is_diamond) {
    out.form = "diamond";
    out.places.push_back(
        {place(*before.origin), {"both inherit it from here", "两者都从此处继承"}});
    out.places.push_back({config.links[first].span, {"and so does this base", "这个父配置也是"}});
  } else {
    out.places.push_back({place(*before.origin), {"set here first", "首次在此设置"}});
    out.places.push_back({place(*again.origin), {"and here again", "又在此设置"}});
  }
  return out;
}

// All keys of all bases in one dict; a key of two bases is an error, even an equal one (rule B8).
Value* join_bases(Resolved& out, Pool& pool) {
  Value* all = pool.make(Value::Kind::kDict);
  all->config_dict = true;
  std::size_t most = 0;
  for (const Resolved* base : out.bases) most += base ? base->root->dict().size() : 0;
  if (most != 0) all->edit_dict().reserve(most);
  for (std::size_t i = 0; i < out.bases.size(); ++i) {
    if (!out.bases[i]) continue;
    Value* resolved = const_cast<Value*>(out.bases[i]->root);
    if (!out.links[i].scope().empty()) {
      resolved = with_scope(pool, *resolved, out.links[i], out.problems);
    }
    const Value& base = *resolved;
    if (base.kind == Value::Kind::kUnknown) return pool.unknown(base.text(), base.span);
    if (all->dict().size() == 0) {
      all->edit_dict().copy(base.dict());
      continue;
    }
    for (const Entry& entry : base.dict().entries()) {
      if (const Entry* before = all->dict().find(*entry.key)) {
        out.problems.push_back(duplicate_key(out, i, *before, entry));
        continue;
      }
      all->edit_dict().add(entry.key, entry.value, entry.origin);
    }
  }
  return all;
}

bool is_dropped(const Value& value) {  // rule E5
  const auto* native = dynamic_cast<const python::NativeObject*>(value.object());
  return (native && native->in_python) ||
         dynamic_cast<const python::FunctionObject*>(value.object()) ||
         dynamic_cast<const python::ModuleObject*>(value.object());
}

// What the body leaves behind: its global names without Python's and MMEngine's own.
Value* exported(python::Evaluator& e, Pool& pool) {
  Value* out = pool.make(Value::Kind::kDict);
  const Dict& names = e.globals()->dict();
  out->edit_dict().reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Entry& entry = names.entries()[i];
    const std::string_view name = checked_key(e, entry);
    if (name == "_base_" || name.starts_with("__") || is_dropped(*entry.value)) continue;
    out->edit_dict().add(entry.key, entry.value, entry.origin);
  }
  return out;
}

// A copied value of a data file in which texts that hold an unknown template are unknown, and dicts
// with such a key are so as a whole.
Value* without_unknown_templates(python::Evaluator& e, Value* value) {
  if (e.hazards.unknown_templates.empty()) return value;
  const auto holds = [&](const Value& text) {
    return text.kind == Value::Kind::kString && e.hazards.holds_unknown_template(text.span);
  };
  if (holds(*value)) return e.unknown(python::kUnknownTemplate, value->span);
  for (Value*& item : value->slots()) item = without_unknown_templates(e, item);
  for (std::size_t i = 0; i < value->dict().size(); ++i) {
    Entry& entry = value->edit_dict().at(i);
    if (holds(*entry.key)) return e.unknown(python::kUnknownTemplate, entry.key->span);
    entry.value = without_unknown_templates(e, entry.value);
  }
  return value;
}

// What a JSON or YAML file says itself, to be changed.
Value* own_data(python::Evaluator& e, const BodyInput& input) {
  Value* out = e.pool().make(Value::Kind::kDict, input.data->span);
  for (const Entry& entry : input.data->dict().entries()) {
    if (entry.key->is_string("_base_")) continue;
    // A base variable is put in where its token stands.
    Value* value = input.base_variables.empty() && input.unknown_templates.empty()
                       ? entry.value
                       : e.deep_copy(*entry.value);
    out->edit_dict().set(entry.key, without_unknown_templates(e, value), entry.origin);
  }
  return out;
}

// Runs the body with `base` as its `_base_`, which it may change in place; what it leaves behind.
Value* run_body(const BodyInput& input, python::Evaluator& e, Value* base) {
  Pool& pool = e.pool();
  e.globals()->edit_dict().set(pool.string("_base_"), base,
                               pool.origin({.how = How::kComputed, .set = base}));
  add_builtins(e);
  bool named_bases = false;
  for (std::size_t i = 0; i < input.document.statements().size(); ++i) {
    const syntax::Stmt* stmt = input.document.statement(i);
    if (!stmt) return nullptr;
    // MMEngine loads the first `_base_ = ...` and removes every one (rule B1).
    const bool names_bases = !named_bases && is_base_assignment(*stmt);
    named_bases = named_bases || names_bases;
    if (!names_bases && !run_statement(e, *stmt, input)) break;
  }
  return exported(e, pool);
}

// What depends on the random digits of a token becomes unknown: the body is run again with others.
void settle_random_text(Resolved& out, const BodyInput& input, const BaseTokens& tokens,
                        python::Evaluator& e, Value*& child, Value*& base) {
  Value* other_base = join_bases(out, *out.pool);
  python::Evaluator again(*out.pool, input.document.source().id(), input.outside);
  again.hazards.tokens = &tokens;
  again.hazards.other_tokens = true;
  again.hazards.unknown_templates = input.unknown_templates;
  again.scoped_bases = e.scoped_bases;
  take_environment(again, out);
  try {
    Value* other = input.data ? OtherTokens(*out.pool, tokens).copy(*child)
                              : run_body(input, again, other_base);
    RandomText random(e, tokens);
    child = random.settle(child, *other, true);
    base = random.settle(base, *other_base, false);
  } catch (const python::Raised& raised) {
    base = out.pool->unknown("random text decides whether the config raises an exception",
                             raised.span);
  }
}

void run(Resolved& out, const BodyInput& input, python::Evaluator& e, Value* base) {
  Pool& pool = *out.pool;
  Value* child = input.data ? own_data(e, input) : run_body(input, e, base);
  if (!child) return;
  check_deprecation(e, *child);
  check_copyable(e, *child);
  const BaseTokens* tokens = e.hazards.tokens;
  if (tokens) settle_random_text(out, input, *tokens, e, child, base);
  if (e.globals_unknown) base = pool.unknown("something unknown may have bound any name", {});
  // The body may have changed `_base_` in place, or made it unknown.
  if (base->kind != Value::Kind::kDict || child->kind != Value::Kind::kDict) {
    const Value& unknown = base->kind != Value::Kind::kDict ? *base : *child;
    out.root = out.exports = pool.unknown(unknown.text(), unknown.span);
    if (!tokens && child->kind == Value::Kind::kDict && finish(out, *child))
      keep_known(out, *child);
    return;
  }
  if (tokens) {
    // What the child read of `_base_` is its own now; what a base variable puts there is not.
    child = unshared_copy(e, *child, e.file());
    base = e.deep_copy(*base);
    const Origin* ignored = nullptr;
    BaseVariables(e, *base, *tokens).replace(child, ignored);
  }
  child->edit_dict().erase(*pool.string("_deprecation_"));
  out.exports = child;
  Value* root = merge(pool, *child, *base,
                      {out.problems, e.hazards.found, e.hazards.deletions, tokens != nullptr});
  if (!out.problems.empty()) return;
  for (const Entry& entry : root->dict().entries()) checked_key(e, entry);
  for (std::size_t i = root->dict().size(); i-- > 0;) {
    Value* key = root->dict().entries()[i].key;
    if (key->text().starts_with("__")) root->edit_dict().erase(*key);
  }
  if (finish(out, *root) && finish(out, *child)) out.root = root;
}

}  // namespace

void evaluate_classic(Resolved& out, const BodyInput& input) {
  out.pool = std::make_unique<Pool>();
  Value* base = join_bases(out, *out.pool);
  if (!out.problems.empty()) return;
  refuse_emptied_blocks(out, input, is_base_assignment);
  if (auto error = python::compile_error(input.document)) out.problems.push_back(*error);
  if (!out.problems.empty()) return;
  python::Evaluator e(*out.pool, input.document.source().id(), input.outside);
  e.scoped_bases =
      std::ranges::any_of(out.links, [](const BaseLink& link) { return !link.scope().empty(); });
  take_environment(e, out);
  e.hazards.unknown_templates = input.unknown_templates;
  const BaseTokens tokens(input.base_variables);
  if (!input.base_variables.empty()) e.hazards.tokens = &tokens;
  run_body(out, [&] { run(out, input, e, base); });
  explain_names_of_base(out.problems, *base);
  out.removals = std::move(e.removals);
  out.changes_environment = e.environment.changed;
  take_hazards(out, e.hazards);
}

}  // namespace mmlint::config
