
#include "fix/config/planners.h"
#include "fix/config/set_key.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "fix/trial.h"
#include "fix/wrapper_block.h"
#include "syntax/walk.h"

// The wrapper block of MM301. Without model_wrapper_cfg, MMEngine wraps with
// broadcast_buffers=False and the top-level find_unused_parameters (mmengine/runner/runner.py,
// Runner.wrap_model); a block that keeps both is written once, behind the `env_cfg` that the
// affected configs share, and heirs that need something else get a correction where their
// difference is set.
namespace mmlint::fix {

using catalog::Literal;
using check::Finding;
using check::Reach;
using config::Resolved;

namespace {

constexpr int kRounds = 6;

std::optional<bool> flag_of(const Resolved& config) {
  const Value* value = config.root->dict().get(kFlagKey);
  if (!value || value->kind == Value::Kind::kNone) return false;
  if (value->kind == Value::Kind::kBool) return value->boolean;
  if (value->kind == Value::Kind::kInt) return value->integer != 0;
  return std::nullopt;
}

const Value* wrapper_of(const Resolved& config) {
  return config.root->kind == Value::Kind::kDict ? config.root->dict().get(kWrapperKey) : nullptr;
}

bool is_block(const Value* wrapper, bool flag) {
  if (!wrapper || wrapper->kind != Value::Kind::kDict) return false;
  const Literal wanted = wrapper_block(flag);
  const Literal::Dict& entries = *wanted.dict();
  return wrapper->dict().size() == entries.size() &&
         std::ranges::all_of(entries, [&](const auto& entry) {
           const Value* value = wrapper->dict().get(entry.first);
           return value && check::equals(*value, entry.second, false);
         });
}

class Planner {
 public:
  Planner(const Finding& finding, const Context& context) : finding_(finding), context_(context) {}

  Planned plan() {
    for (const Reach& reach : finding_.reaches()) {
      const Resolved& config = *reach.view.config;
      const auto flag = flag_of(config);
      if (!flag) return refuse(Reason::kFlagNotKnown, {config.path});
      needs_[config.path] = *flag;
      ++votes_[*flag ? 1 : 0];
    }
    std::optional<Refusal> refusal = Refusal{Reason::kEnvFileClosed};
    if (may_edit(context_, finding_.diagnostic.primary) && has_anchor()) {
      edits_ = {at_anchor(votes_[1] > votes_[0])};
      refusal = correct();
      if (!refusal) return plan_of(std::move(edits_));
    }
    if (context_.where == Where::kOrigin) return refuse(std::move(*refusal));
    edits_ = in_leaves();
    if (edits_.empty()) {
      refusal->further.push_back(Reason::kNoPassedConfigHolds);
      return refuse(std::move(*refusal));
    }
    refusal = correct();
    if (refusal) return refuse(std::move(*refusal));
    return plan_of(std::move(edits_));
  }

 private:
  // The finding stands at `env_cfg` or at a `None` to be replaced, not just at some first
  // statement.
  bool has_anchor() const {
    const Reach& reach = finding_.reaches().front();
    if (!reach.hits.empty() && reach.hits.front().found.value) return true;
    return reach.view.config->root->dict().find("env_cfg") != nullptr;
  }

  TextEdit at_anchor(bool flag) const {
    const Span at = finding_.diagnostic.primary;
    const syntax::Document& document = document_of(context_, at);
    const Style style = style_of(document);
    const std::string statement = to_statement(kWrapperKey, wrapper_block(flag), style);
    if (finding_.reaches().front().hits.front().found.value) {
      return {at, statement.substr(kWrapperKey.size() + 3)};
    }
    return add_statement(document, syntax::statement_at(document, at.begin), statement);
  }

  // The block in each config that needs it and does not inherit it from another one.
  std::vector<TextEdit> in_leaves() const {
    std::vector<TextEdit> out;
    for (const Reach& reach : finding_.reaches()) {
      const Resolved& config = *reach.view.config;
      if (!may_edit(context_, config) || base_lacks(config, kWrapperKey, context_)) continue;
      const bool has_env = own_statement(config, "env_cfg");
      const auto own = set_key(config, kWrapperKey, wrapper_block(needs_.at(config.path)), context_,
                               has_env ? "env_cfg" : kFlagKey);
      out.insert(out.end(), own.begin(), own.end());
    }
    return out;
  }

  bool own_statement(const Resolved& config, std::string_view name) const {
    const auto statements = config.document->statements();
    return std::ranges::any_of(statements, [name](const auto& s) { return s.name == name; });
  }

  // Adds what heirs need besides, until every config has what it should; a refusal if that cannot
  // be reached.
  std::optional<Refusal> correct() {
    if (!context_.tries_configs && may_edit_all()) return std::nullopt;
    for (int round = 0; round < kRounds; ++round) {
      auto trial = Trial::make(context_.workspace, without_repeats(edits_));
      if (!trial) return trial.error();
      std::set<std::string> paths;
      for (const project::Node* heir : context_.index.reach((*trial)->changed()))
        paths.insert(heir->path());
      for (const auto& [path, flag] : needs_) paths.insert(path);
      const std::vector<std::string> list(paths.begin(), paths.end());
      const auto before = context_.workspace.resolve(list);
      const auto after = (*trial)->workspace().resolve(list);
      const std::size_t count = edits_.size();
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (!before[i]->ok()) continue;
        if (!after[i]->ok()) return Refusal{Reason::kBasesCollide, {list[i]}};
        if (auto refusal = correct_one(*before[i], *after[i], (*trial)->workspace()))
          return refusal;
      }
      edits_ = without_repeats(std::move(edits_));
      if (edits_.size() == count) return std::nullopt;
    }
    return Refusal{Reason::kDifferentBlocks};
  }

  // Whether every config that the edits reach can get a correction of its own.
  bool may_edit_all() const {
    std::set<std::string> files;
    for (const TextEdit& edit : edits_) files.insert(path_of(context_, edit.span));
    for (const project::Node* heir : context_.index.reach(files)) {
      if (!may_edit(context_, *heir)) return false;
    }
    return std::ranges::all_of(
        finding_.reaches(), [this](const Reach& r) { return may_edit(context_, *r.view.config); });
  }

  std::optional<Refusal> correct_one(const Resolved& before, const Resolved& after,
                                     project::Workspace& trial) {
    const auto need = needs_.find(before.path);
    const Value* old_wrapper = wrapper_of(before);
    const Value* new_wrapper = wrapper_of(after);
    const bool had_none = !old_wrapper || old_wrapper->kind == Value::Kind::kNone;
    std::optional<bool> wanted;
    if (need != needs_.end()) {
      wanted = need->second;
    } else if (had_none) {
      // The block reaches configs of other findings too: those with an env_cfg of their own.
      const auto view = check::view_of(before, context_.index.is_inherited(before));
      if (!new_wrapper || !view.runnable || !view.may_run_distributed) return std::nullopt;
      wanted = flag_of(before);
      if (!wanted) return Refusal{Reason::kFlagNotKnown, {before.path}};
    } else {
      if (new_wrapper && equal(*old_wrapper, *new_wrapper)) return std::nullopt;
      return keep_own(before);
    }
    if (is_block(new_wrapper, *wanted)) return std::nullopt;
    if (!may_edit(context_, before) && context_.where != Where::kOrigin && !new_wrapper) {
      return std::nullopt;  // a config that was not passed stays as it is
    }
    const Resolved* place = &after;
    std::string_view key = kWrapperKey;
    Literal value = wrapper_block(*wanted);
    if (is_block(new_wrapper, !*wanted)) {
      key = "model_wrapper_cfg.find_unused_parameters";
      value = Literal{*wanted};
      place = flag_setter(before, after, trial);
    }
    if (!may_edit(context_, *place))
      return Refusal{Reason::kNeedsOtherValue, {place->path}, also_pass(place->path)};
    const auto own = set_key(*place, key, value, context_, kFlagKey);
    if (own.empty()) return Refusal{Reason::kNoPlaceForBlock, {place->path}};
    edits_.insert(edits_.end(), own.begin(), own.end());
    return std::nullopt;
  }

  // The config whose file sets find_unused_parameters, if it inherits the block; else the heir
  // itself.
  const Resolved* flag_setter(const Resolved& before, const Resolved& after,
                              project::Workspace& trial) const {
    const Entry* entry = before.root->dict().find(kFlagKey);
    const Origin* origin = entry ? config::definer(entry->origin) : nullptr;
    if (!origin || !origin->value().known()) return &after;
    const Resolved* setter = trial.resolve(path_of(context_, origin->value()));
    return setter && setter->ok() && wrapper_of(*setter) ? setter : &after;
  }

  // A config with a wrapper of its own keeps exactly its value: its dict replaces the base's.
  std::optional<Refusal> keep_own(const Resolved& before) {
    const Entry* entry = before.root->dict().find(kWrapperKey);
    const Origin* origin = entry ? config::definer(entry->origin) : nullptr;
    const Value* dict = origin ? origin->set() : nullptr;
    if (!dict || !dict->literal || dict->kind != Value::Kind::kDict ||
        !context_.editable(path_of(context_, dict->span)))
      return Refusal{Reason::kWrapperChanges, {before.path}, also_pass(before.path)};
    const syntax::Document& document = document_of(context_, dict->span);
    const syntax::Expr* expr = syntax::find_expr(document, dict->span.begin, dict->span.end);
    const auto own = expr ? add_entries(document, *expr, {{"_delete_", Literal{true}}})
                          : std::vector<TextEdit>();
    if (own.empty()) return Refusal{Reason::kWrapperComputed, {before.path}};
    edits_.insert(edits_.end(), own.begin(), own.end());
    return std::nullopt;
  }

  std::vector<Reason> also_pass(const std::string& path) const {
    if (context_.editable(path)) return {};
    return {data::is_data_file(path) ? Reason::kNoDataFiles : Reason::kPassItAsWell};
  }

  const Finding& finding_;
  const Context& context_;
  std::map<std::string, bool> needs_;
  std::size_t votes_[2] = {0, 0};
  std::vector<TextEdit> edits_;
};

}  // namespace

Planned plan_ensure_wrapper(const catalog::verb::EnsureWrapper&, const Finding& finding,
                            const Context& context) {
  return Planner(finding, context).plan();
}

}  // namespace mmlint::fix
