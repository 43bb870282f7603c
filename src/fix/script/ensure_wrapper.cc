#include "fix/script/cuda_condition.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "fix/wrapper_block.h"
#include "syntax/walk.h"

// The model_wrapper_cfg of a Runner that a script builds from arguments (MM565). It is an entry of
// the argument `cfg`. The values that need an edit are None or missing where the project leaves the
// choice to MMEngine, and stay so on hosts with CUDA. There MMEngine still chooses the card, which
// it may know only after the Runner has made the process group.
namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// What a dict(...) or {...} has for a key.
struct DictEntry {
  const Expr* value = nullptr;  // null: no entry is written out
  bool is_hidden = false;       // may: an entry that is not written out has the key
};

DictEntry entry_of(const Expr& dict, std::string_view key) {
  DictEntry out;
  if (dict.kind == ExprKind::kDict) {
    for (const syntax::DictItem& item : as<syntax::Dict>(dict).items) {
      const bool is_known = item.key && item.key->kind == ExprKind::kString;
      if (!is_known)
        out.is_hidden = true;
      else if (as<syntax::String>(*item.key).value == key)
        out = {item.value};
    }
    return out;
  }
  for (const syntax::Argument& argument : as<syntax::Call>(dict).arguments) {
    if (argument.name.empty())
      out.is_hidden = true;
    else if (argument.name == key)
      out = {argument.value};
  }
  return out;
}

bool is_dict(const Expr& expr) {
  return expr.kind == ExprKind::kDict || syntax::called_id(expr) == "dict";
}

bool is_none(const Expr& expr) {
  return expr.kind == ExprKind::kConstant &&
         as<syntax::Constant>(expr).value == syntax::ConstantKind::kNone;
}

class ScriptWrapper {
 public:
  ScriptWrapper(const syntax::Document& document, const check::Finding& finding,
                const Context& context)
      : document_(document), finding_(finding), context_(context), style_(style_of(document)) {}

  Planned of_call(const syntax::Call& call) {
    const check::ScriptHit& hit = *finding_.script_hit();
    const auto is_cfg = [&](const syntax::Argument& argument) {
      return argument.name == "cfg" || argument.begin == hit.at.begin;
    };
    const auto cfg = std::ranges::find_if(call.arguments, is_cfg);
    if (cfg != call.arguments.end()) return of_cfg(*cfg->value);
    const auto is_spread = [](const syntax::Argument& argument) {
      return argument.value->kind == ExprKind::kStarred;
    };
    if (std::ranges::any_of(call.arguments, is_spread)) return refuse(Reason::kMayBeAmong, {"cfg"});
    auto value = choose_on_cuda("None", whole_cfg(), call, finding_, context_);
    if (!value) return refuse(std::move(value.error()));
    const std::string argument = "cfg=" + value->text;
    return with(add_arguments(document_, call, {argument}), std::move(*value));
  }

 private:
  Planned of_cfg(const Expr& cfg) {
    if (is_none(cfg)) return keep_on_cuda({span_of(cfg)}, whole_cfg(), finding_, context_);
    if (!is_dict(cfg)) return refuse(Reason::kComputed);
    style_.braces = cfg.kind == ExprKind::kDict;
    const DictEntry wrapper = entry_of(cfg, kWrapperKey), flag = entry_of(cfg, kFlagKey);
    if (wrapper.is_hidden) return refuse(Reason::kMayBeAmong, {std::string(kWrapperKey)});
    if (wrapper.value && is_dict(*wrapper.value)) return of_wrapper(*wrapper.value);
    if (wrapper.value && !is_none(*wrapper.value)) return refuse(Reason::kComputed);
    const auto is_on = value_of(flag);
    if (!is_on) return refuse(Reason::kFlagNotKnown, {"cfg"});
    const std::string block = to_python(wrapper_block(*is_on), style_);
    if (wrapper.value) return keep_on_cuda({span_of(*wrapper.value)}, block, finding_, context_);
    auto value = choose_on_cuda("None", block, cfg, finding_, context_);
    if (!value) return refuse(std::move(value.error()));
    const std::string entry = to_argument(kWrapperKey, value->text, style_);
    return with(add_written_entries(document_, cfg, {entry}), std::move(*value));
  }

  // MMEngine adds device_ids to a wrapper that lacks the key.
  Planned of_wrapper(const Expr& wrapper) {
    style_.braces = wrapper.kind == ExprKind::kDict;
    const DictEntry ids = entry_of(wrapper, "device_ids");
    const DictEntry output = entry_of(wrapper, "output_device");
    if (ids.is_hidden || output.is_hidden) return refuse(Reason::kMayBeAmong, {"device_ids"});
    std::vector<Span> values;
    for (const Expr* value : {ids.value, output.value}) {
      if (value && !is_none(*value)) values.push_back(span_of(*value));
    }
    Plan plan;
    if (!values.empty()) {
      Planned kept = keep_on_cuda(std::move(values), "None", finding_, context_);
      if (ids.value || !kept) return kept;
      plan = std::move(*kept);
    }
    if (ids.value) return refuse(Reason::kCannotExtend);
    const auto added = without_card(wrapper);
    if (!added) return added;
    plan.edits.insert(plan.edits.end(), added->edits.begin(), added->edits.end());
    return plan_of_cuda(std::move(plan.edits));
  }

  Planned without_card(const Expr& wrapper) const {
    const std::string none = to_argument("device_ids", "None", style_);
    if (is_without_cuda(finding_, context_))
      return plan_of_cuda(add_written_entries(document_, wrapper, {none}));
    auto value = choose_on_cuda("{}", style_.braces ? "{" + none + "}" : "dict(" + none + ")",
                                wrapper, finding_, context_);
    if (!value) return refuse(std::move(value.error()));
    const std::string entry = "**(" + value->text + ")";
    return with(add_written_entries(document_, wrapper, {entry}), std::move(*value));
  }

  std::string whole_cfg() const {
    using catalog::Literal;
    return to_python(Literal{Literal::Dict{{std::string(kWrapperKey), wrapper_block(false)}}},
                     style_);
  }

  // The value of find_unused_parameters; nullopt if it is not known.
  static std::optional<bool> value_of(const DictEntry& flag) {
    if (flag.is_hidden) return std::nullopt;
    if (!flag.value || is_none(*flag.value)) return false;
    if (flag.value->kind != ExprKind::kConstant) return std::nullopt;
    return as<syntax::Constant>(*flag.value).value == syntax::ConstantKind::kTrue;
  }

  static Planned with(std::vector<TextEdit> edits, CudaChoice value) {
    for (TextEdit& edit : value.imports) edits.push_back(std::move(edit));
    return plan_of_cuda(std::move(edits));
  }

  Span span_of(const Expr& expr) const { return {document_.source().id(), expr.begin, expr.end}; }

  const syntax::Document& document_;
  const check::Finding& finding_;
  const Context& context_;
  Style style_;
};

}  // namespace

Planned plan_ensure_script_wrapper(const catalog::verb::EnsureWrapper&,
                                   const check::Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.fact);
  const Expr* node = code_of(document, context).reads().at(hit.fact);
  if (!node || node->kind != ExprKind::kCall) return refuse(Reason::kComputed);
  return ScriptWrapper(document, finding, context).of_call(as<syntax::Call>(*node));
}

}  // namespace mmlint::fix
