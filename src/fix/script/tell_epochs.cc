
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Plans where a DistributedSampler gets the number of the epoch: first in the loop over the epochs
// in which the script goes through the sampler's loader.
class TellEpochs {
 public:
  TellEpochs(const check::Finding& finding, const Context& context)
      : sampler_(finding.script_hit()->fact),
        context_(context),
        script_(*script_of(finding, context.workspace)) {}

  Planned plan() const {
    for (const script::Loop& loop : script_.loops) {
      if (!goes_through_loader(loop)) continue;
      const syntax::Document& document = document_of(context_, loop.span);
      const For* batches = loop_at(document, loop.span);
      const Expr* loader = batches ? path_in(*batches->iterable) : nullptr;
      if (loader) return plan_at(document, *batches, *loader);
    }
    return refuse(Reason::kNoEpochs);
  }

 private:
  using For = syntax::For;

  bool goes_through_loader(const script::Loop& loop) const {
    return std::ranges::any_of(script_.calls, [&](const script::Call& call) {
      const script::Argument* sampler = call.argument("sampler", 3);
      const auto has = [&](const script::Alternative& value) { return value.sites.has(sampler_); };
      return sampler && call.symbol == "torch.utils.data.DataLoader" &&
             std::ranges::any_of(sampler->value, has) &&
             std::ranges::any_of(loop.over, [&](const script::Alternative& value) {
               return value.sites.has(call.span);
             });
    });
  }

  static const For* loop_at(const syntax::Document& document, Span at) {
    for (const EnclosingStatement& each : enclosing(document, at)) {
      if (each.stmt->kind == StmtKind::kFor && each.stmt->begin == at.begin)
        return &as<For>(*each.stmt);
    }
    return nullptr;
  }

  // `loader` of `enumerate(tqdm(loader), 1)`; null if no name or attribute is the loader.
  static const Expr* path_in(const Expr& expr) {
    if (expr.kind == ExprKind::kName || expr.kind == ExprKind::kAttribute) return &expr;
    if (expr.kind != ExprKind::kCall || as<syntax::Call>(expr).arguments.empty()) return nullptr;
    return path_in(*as<syntax::Call>(expr).arguments.front().value);
  }

  static bool is_range(const Expr& expr) {
    if (expr.kind != ExprKind::kCall) return false;
    const auto& call = as<syntax::Call>(expr);
    const std::string_view name = syntax::id_of(*call.callee);
    return name == "range" || name == "trange" ||
           (!call.arguments.empty() && is_range(*call.arguments.front().value));
  }

  // The innermost loop over a range around a statement, in the same function; null if there is
  // none.
  static const For* epochs_around(const syntax::Document& document, const Stmt& stmt) {
    const For* out = nullptr;
    for (const EnclosingStatement& each :
         enclosing(document, {document.source().id(), stmt.begin, stmt.end})) {
      if (each.stmt->kind == StmtKind::kFunction || each.stmt->kind == StmtKind::kClass)
        out = nullptr;
      if (each.stmt != &stmt && each.stmt->kind == StmtKind::kFor &&
          is_range(*as<For>(*each.stmt).iterable))
        out = &as<For>(*each.stmt);
    }
    return out;
  }

  Planned plan_at(const syntax::Document& document, const For& batches, const Expr& loader) const {
    const NameReads& reads = code_of(document, context_).reads();
    const std::string path(text(document, loader));
    if (const For* epochs = epochs_around(document, batches))
      return tell_in(document, *epochs, path);
    const syntax::Function* function = reads.around(loader).function;
    if (!function) return refuse(Reason::kNoEpochs);
    for (const syntax::Parameter& parameter : function->parameters) {
      if (parameter.name == "epoch" || parameter.name.ends_with("_epoch"))
        return tell(document, batches, path, std::string(parameter.name), {});
    }
    for (const script::Call& call : script_.calls) {
      if (call.span.file != document.source().id()) continue;
      const Expr* node = reads.at(call.span);
      if (!node || node->kind != ExprKind::kCall ||
          reads.function_called(as<syntax::Call>(*node)) != function)
        continue;
      const Stmt* stmt = reads.around(*node).stmt;
      const For* epochs = stmt ? epochs_around(document, *stmt) : nullptr;
      const auto passed = passed_for(document, as<syntax::Call>(*node), *function, loader);
      if (epochs && passed) return tell_in(document, *epochs, *passed);
    }
    return refuse(Reason::kNoEpochs);
  }

  // What a call of a function passes for a parameter that the function goes through.
  static std::optional<std::string> passed_for(const syntax::Document& document,
                                               const syntax::Call& call,
                                               const syntax::Function& function,
                                               const Expr& loader) {
    const std::string path(text(document, loader));
    if (path.starts_with("self.")) return path;
    const std::size_t own = call.callee->kind == ExprKind::kAttribute ? 1 : 0;  // self
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      if (function.parameters[i].name != path) continue;
      for (std::size_t j = 0; j < call.arguments.size(); ++j) {
        const syntax::Argument& argument = call.arguments[j];
        if (argument.name.empty() ? j + own != i : argument.name != path) continue;
        const Expr* value = path_in(*argument.value);
        return value ? std::optional(std::string(text(document, *value))) : std::nullopt;
      }
      return std::nullopt;
    }
    return loader.kind == ExprKind::kName ? std::optional(path) : std::nullopt;
  }

  Planned tell_in(const syntax::Document& document, const For& epochs,
                  const std::string& loader) const {
    std::string number(syntax::id_of(*epochs.target));
    if (number.empty()) return refuse(Reason::kNoEpochs);
    std::vector<TextEdit> edits;
    if (number == "_") {
      const syntax::Function* scope =
          code_of(document, context_).reads().around(*epochs.target).function;
      if (!code_of(document, context_).reads().of_name("epoch", scope).empty())
        return refuse(Reason::kNameTaken, {"epoch"});
      number = "epoch";
      edits.push_back({{document.source().id(), epochs.target->begin, epochs.target->end}, number});
    }
    return tell(document, *epochs.body.front(), loader, number, std::move(edits));
  }

  // The line in front of a statement. A loader that may have another sampler is asked first.
  Planned tell(const syntax::Document& document, const Stmt& behind, const std::string& loader,
               const std::string& number, std::vector<TextEdit> edits) const {
    const FileId file = document.source().id();
    const auto line = line_of(document, {file, behind.begin, behind.end});
    if (!line) return refuse(Reason::kPartOfLine);
    const std::string separator = std::string(document.source().line_end()) + line->indent;
    const std::string call = fmt::format("{}.sampler.set_epoch({})", loader, number);
    std::string added = call + separator;
    if (!is_always_sampler())
      added = fmt::format("if hasattr({}.sampler, 'set_epoch'):{}{}{}{}", loader, separator,
                          line->unit, call, separator);
    edits.push_back({{file, behind.begin, behind.begin}, std::move(added)});
    return plan_of(std::move(edits));
  }

  // Whether every loader of this program that the sampler's line is about has the sampler: no
  // condition stands around the call that makes it.
  bool is_always_sampler() const {
    const syntax::Document& document = document_of(context_, sampler_);
    const NameReads& reads = code_of(document, context_).reads();
    const Expr* made = reads.at(sampler_);
    if (!made) return false;
    for (const Expr* outer = reads.around(*made).expr; outer; outer = reads.around(*outer).expr) {
      if (outer->kind != ExprKind::kCall) return false;
    }
    const Stmt* stmt = reads.around(*made).stmt;
    if (!stmt) return false;
    const auto around = enclosing(document, {sampler_.file, stmt->begin, stmt->end});
    return std::ranges::all_of(around, [&](const EnclosingStatement& each) {
      const bool is_scope = each.stmt->kind == StmtKind::kFunction ||
                            each.stmt->kind == StmtKind::kClass ||
                            each.stmt->kind == StmtKind::kWith;
      // if __name__ == '__main__':
      const bool is_start =
          each.stmt->kind == StmtKind::kIf &&
          text(document, *as<syntax::If>(*each.stmt).condition).starts_with("__name__");
      return each.stmt == stmt || is_scope || is_start;
    });
  }

  static std::string_view text(const syntax::Document& document, const Expr& expr) {
    return document.source().bytes().substr(expr.begin, expr.end - expr.begin);
  }

  const Span sampler_;
  const Context& context_;
  const script::Summary& script_;
};

}  // namespace

Planned plan_tell_epochs(const catalog::verb::TellEpochs&, const check::Finding& finding,
                         const Context& context) {
  if (!script_of(finding, context.workspace)) return refuse(Reason::kComputed);
  return TellEpochs(finding, context).plan();
}

}  // namespace mmlint::fix
