#include <map>
#include <unordered_set>

#include "base/text.h"
#include "resolve/body.h"
#include "resolve/eval/evaluator.h"
#include "resolve/eval/numbers.h"
#include "resolve/merge.h"

// A classic config: mmengine/config/config.py, Config._file2dict.
namespace mmlint::resolve {
namespace {

// All keys of all bases in one dict; a key of two bases is an error, even an equal one (rule B8).
Value* join_bases(Resolved& out, Pool& pool) {
  Value* all = pool.make(Kind::kDict);
  all->config_dict = true;
  for (std::size_t i = 0; i < out.bases.size(); ++i) {
    const Value& base = *out.bases[i]->root;
    if (base.kind == Kind::kUnknown) return pool.unknown(base.text, base.span);
    for (const Entry& entry : base.dict.entries()) {
      if (const Entry* before = all->dict.find(*entry.key)) {
        Problem problem{ProblemKind::kDuplicateKeyAmongBases,
                        out.links[i].span,
                        {{"name", std::string(entry.key->text)}},
                        {}};
        problem.places.push_back({place(*before->origin), "set here first"});
        problem.places.push_back({place(*entry.origin), "and here again"});
        out.problems.push_back(std::move(problem));
        continue;
      }
      all->dict.set(entry.key, entry.value, entry.origin);
    }
  }
  return all;
}

// Puts the base's values where {{_base_.x}} was written (rules S2 to S4).
class BaseVariables {
 public:
  BaseVariables(Evaluator& e, Value& base, std::span<const syntax::BaseVariable> variables)
      : e_(e), base_(base) {
    for (const syntax::BaseVariable& v : variables) by_token_.emplace(v.token, &v);
  }

  Value* replace(Value* value, const Origin*& origin, int depth = 0) {
    if (depth > e_.limits().depth) throw LimitReached{"nested values", value->span};
    if (value->kind == Kind::kString) {
      const auto it = by_token_.find(value->text);
      return it == by_token_.end() ? value : read(*it->second, origin);
    }
    if (!value->is_container() || value->frozen || !seen_.insert(value).second) return value;
    const Origin* ignored = nullptr;
    if (value->kind != Kind::kSet) {
      for (Value*& item : value->items) item = replace(item, ignored, depth + 1);
    }
    for (std::size_t i = 0; i < value->dict.size(); ++i) {
      Entry& entry = value->dict.at(i);
      entry.value = replace(entry.value, entry.origin, depth + 1);
    }
    return value;
  }

 private:
  Value* read(const syntax::BaseVariable& v, const Origin*& origin) {
    Value* value = &base_;
    const Origin* source = nullptr;
    for (const std::string_view part : split(v.path, '.')) {
      Value* key = e_.pool().string(e_.pool().keep(part), v.span);
      value = e_.item(*value, *key, v.span);
      source = e_.last_read;
    }
    Origin changed = origin ? *origin : Origin{};
    changed.value = v.span;
    changed.how = How::kBaseVariable;
    changed.set = value;
    changed.source = source;
    origin = e_.pool().origin(changed);
    return value;
  }

  Evaluator& e_;
  Value& base_;
  std::map<std::string_view, const syntax::BaseVariable*> by_token_;
  std::unordered_set<const Value*> seen_;  // a value may stand in many places
};

bool is_dropped(const Value& value) {  // rule E5
  if (value.kind != Kind::kObject) return false;
  return value.text.starts_with("function ") || value.text.starts_with("module ");
}

// What the body leaves behind: its global names without Python's and MMEngine's own.
Value* exported(Evaluator& e, Pool& pool) {
  Value* out = pool.make(Kind::kDict);
  const Dict& names = e.globals()->dict;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Entry& entry = names.entries()[i];
    const std::string_view name = entry.key->text;
    if (name == "_base_" || name.starts_with("__") || is_dropped(*entry.value)) continue;
    out->dict.set(entry.key, entry.value, entry.origin);
  }
  return out;
}

// What a JSON or YAML file says itself, to be changed.
Value* own_data(Evaluator& e, const BodyInput& input) {
  Value* out = e.pool().make(Kind::kDict, input.data->span);
  for (const Entry& entry : input.data->dict.entries()) {
    if (entry.key->is_string("_base_")) continue;
    // A base variable is put in where its token stands.
    Value* value = input.base_variables.empty() ? entry.value : e.deep_copy(*entry.value);
    out->dict.set(entry.key, value, entry.origin);
  }
  return out;
}

// What a Python file says itself.
Value* run_body(const BodyInput& input, Evaluator& e, Value*& base) {
  Pool& pool = e.pool();
  e.globals()->dict.set(pool.string("_base_"), base,
                        pool.origin({.how = How::kComputed, .set = base}));
  for (std::size_t i = 0; i < input.document.statements().size(); ++i) {
    const syntax::Stmt* stmt = input.document.statement(i, input.parser);
    if (!stmt) return nullptr;
    e.run(*stmt);
  }
  return exported(e, pool);
}

void run(Resolved& out, const BodyInput& input, Evaluator& e, Value*& base) {
  Pool& pool = *out.pool;
  // The body may change `_base_` in place, or make it unknown.
  Value* child = input.data ? own_data(e, input) : run_body(input, e, base);
  if (!child) return;
  if (!input.base_variables.empty() && base->kind == Kind::kDict) {
    BaseVariables variables(e, *base, input.base_variables);
    const Origin* ignored = nullptr;
    variables.replace(child, ignored);
  }
  child->dict.erase(*pool.string("_deprecation_"));
  out.exports = child;
  if (base->kind != Kind::kDict) {
    out.root = pool.unknown(base->text, base->span);
    return;
  }
  Value* root = merge(pool, *child, *base, out.problems);
  for (std::size_t i = root->dict.size(); i-- > 0;) {
    Value* key = root->dict.at(i).key;
    if (key->kind == Kind::kString && (key->text.starts_with("__") || key->text == "_base_")) {
      root->dict.erase(*key);
    }
  }
  if (out.problems.empty() && finish(out, *root) && finish(out, *child)) out.root = root;
}

}  // namespace

void evaluate_classic(Resolved& out, const BodyInput& input) {
  out.pool = std::make_unique<Pool>();
  Value* base = join_bases(out, *out.pool);
  if (!out.problems.empty()) return;
  Evaluator e(*out.pool, input.document.source().id(), input.settings.environment);
  run_guarded(out, [&] { run(out, input, e, base); });
  out.removals = std::move(e.removals);
}

}  // namespace mmlint::resolve
