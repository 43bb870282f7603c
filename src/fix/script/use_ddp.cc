
#include "base/algorithms.h"
#include "base/text.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "launch/program_store.h"
#include "script/symbols.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Plans one process per card in place of DataParallel, all or nothing: the group and the card in
// the entry script, the wrapper, what one process of them does alone, and the launches.
class UseDdp {
 public:
  UseDdp(const check::Finding& finding, const Context& context)
      : context_(context),
        hit_(*finding.script_hit()),
        script_(*script_of(finding, context.workspace)),
        has_group_(std::ranges::any_of(script_.calls, [](const script::Call& call) {
          return script::makes_group(call.symbol);
        })) {}

  Planned plan() {
    if (auto refusal = refusal_of_cards()) return refuse(std::move(*refusal));
    if (auto refusal = wrap()) return refuse(std::move(*refusal));
    if (!has_group_) {
      for (auto step : {&UseDdp::make_group, &UseDdp::choose_cards, &UseDdp::share_batches,
                        &UseDdp::save_once, &UseDdp::start}) {
        if (auto refusal = (this->*step)()) return refuse(std::move(*refusal));
      }
    }
    for (const auto& [file, imports] : imports_) {
      for (TextEdit& edit : imports->edits()) edits_.push_back(std::move(edit));
    }
    return plan_of(std::move(edits_));
  }

 private:
  using Failed = std::optional<Refusal>;

  const syntax::Document& document(Span at) const { return document_of(context_, at); }
  const NameReads& reads(Span at) const { return code_of(document(at), context_).reads(); }
  std::string_view text(Span at) const { return document(at).source().text(at); }
  static Span span_of(Span file, const Expr& expr) { return {file.file, expr.begin, expr.end}; }
  void replace(Span at, std::string by) { edits_.push_back({at, std::move(by)}); }

  // The name of a module at a place, which edits() of the file's imports makes known.
  OrRefusal<std::string> use(Span at, std::string_view module) {
    auto& imports = imports_[at.file];
    if (!imports) imports = std::make_unique<ScriptImports>(document(at), at.begin);
    return imports->use(module);
  }
  // The number of the card of this process, as Python text at a place.
  OrRefusal<std::string> card(Span at) {
    auto os = use(at, "os");
    if (!os) return os;
    const char quote = style_of(document(at)).quote;
    return fmt::format("int({0}.environ[{1}LOCAL_RANK{1}])", *os, quote);
  }

  // A script that chooses its card by number would have all processes share it.
  Failed refusal_of_cards() const {
    if (std::ranges::any_of(script_.environment, [](const script::EnvironmentWrite& each) {
          return each.name == "CUDA_VISIBLE_DEVICES";
        }))
      return Refusal{Reason::kCardsChosen};
    for (const script::Call& call : script_.calls) {
      const bool moves = call.symbol.is_method("cuda") && !call.arguments.empty() &&
                         call.arguments.front().name.empty();
      const bool names = std::ranges::any_of(call.arguments, [](const script::Argument& each) {
        return std::ranges::any_of(each.value, [](const script::Alternative& value) {
          return value.value() && value.value()->kind == Value::Kind::kString &&
                 value.value()->text().starts_with("cuda:");
        });
      });
      if (moves || names) return Refusal{Reason::kCardByNumber, {line_number(call.span)}};
    }
    return std::nullopt;
  }
  std::string line_number(Span at) const {
    return std::to_string(document(at).source().lines().position(at.begin).line);
  }

  // `nn.DataParallel(net, ...).cuda()` becomes `nn.parallel.DistributedDataParallel(net.cuda(),
  // device_ids=[...])`: the model is moved first (torch/nn/parallel/distributed.py, __init__).
  Failed wrap() {
    const Expr* node = reads(hit_.fact).at(hit_.fact);
    if (!node || node->kind != ExprKind::kCall || hit_.name != "torch.nn.parallel.DataParallel")
      return Refusal{Reason::kComputed};
    const auto& call = as<syntax::Call>(*node);
    if (call.arguments.empty() || !call.arguments.front().name.empty())
      return Refusal{Reason::kArgumentsNotWritten};
    const Expr& model = *call.arguments.front().value;
    const auto primaries = {ExprKind::kName, ExprKind::kAttribute, ExprKind::kCall,
                            ExprKind::kSubscript};
    if (!is_in(model.kind, primaries)) return Refusal{Reason::kComputed};
    const auto torch = use(hit_.fact, "torch");
    const auto number = card(hit_.fact);
    if (!torch) return torch.error();
    if (!number) return number.error();
    Span whole = hit_.fact;
    const char quote = style_of(document(whole)).quote;
    std::string move =
        fmt::format(".to({1}cuda{1} if {0}.cuda.is_available() else {1}cpu{1})", *torch, quote);
    const Expr* method = reads(whole).around(*node).expr;
    if (method && method->kind == ExprKind::kAttribute) {
      const std::string_view name = as<syntax::Attribute>(*method).name;
      const Expr* moved = reads(whole).around(*method).expr;
      if (!moved || moved->kind != ExprKind::kCall || (name != "cuda" && name != "to"))
        return Refusal{Reason::kResultUsed};
      move = text({whole.file, node->end, moved->end});
      whole = span_of(whole, *moved);
    }
    replace(whole, fmt::format("{}({}{}, device_ids=[{}] if {}.cuda.is_available() else None)",
                               wrapper(*call.callee, *torch), text(span_of(whole, model)), move,
                               *number, *torch));
    return std::nullopt;
  }
  std::string wrapper(const Expr& callee, const std::string& torch) const {
    const std::string_view name = text(span_of(hit_.fact, callee));
    if (name == "nn.DataParallel" || name == torch + ".nn.DataParallel")
      return std::string(name.substr(0, name.rfind('.'))) + ".parallel.DistributedDataParallel";
    return torch + ".nn.parallel.DistributedDataParallel";
  }

  // The statement in front of which the group is made: the first of `if __name__ == '__main__':`.
  // Without that it is the first of the script that is no import or definition.
  const Stmt* first_statement(const syntax::Document& entry) const {
    const Stmt* first = nullptr;
    for (std::size_t i = 0; i < entry.statements().size(); ++i) {
      const Stmt* stmt = entry.statement(i);
      if (!stmt) continue;
      if (stmt->kind == StmtKind::kIf) {
        const auto& branch = as<syntax::If>(*stmt);
        const Span condition{entry.source().id(), branch.condition->begin, branch.condition->end};
        if (entry.source().text(condition).starts_with("__name__")) return branch.then.front();
      }
      const bool defines = stmt->kind == StmtKind::kImport || stmt->kind == StmtKind::kImportFrom ||
                           stmt->kind == StmtKind::kFunction || stmt->kind == StmtKind::kClass;
      const bool is_docstring = i == 0 && stmt->kind == StmtKind::kExpression;
      if (!first && !defines && !is_docstring) first = stmt;
    }
    return first;
  }
  Failed make_group() {
    const syntax::Document& entry = *script_.document;
    const Stmt* first = first_statement(entry);
    if (!first) return Refusal{Reason::kComputed};
    first_ = {entry.source().id(), first->begin, first->end};
    const auto line = line_of(entry, first_);
    if (!line) return Refusal{Reason::kPartOfLine};
    if (!is_behind_group(hit_.fact)) return Refusal{Reason::kBeforeGroup, {line_number(hit_.fact)}};
    const auto torch = use(first_, "torch"), dist = use(first_, "torch.distributed"),
               number = card(first_);
    for (const auto* each : {&torch, &dist, &number}) {
      if (!*each) return each->error();
    }
    const std::string separator = std::string(entry.source().line_end()) + line->indent;
    const char quote = style_of(entry).quote;
    replace({first_.file, first_.begin, first_.begin},
            fmt::format("if {0}.cuda.is_available():{1}{2}{0}.cuda.set_device({3}){1}"
                        "{4}.init_process_group({5}nccl{5} if {0}.cuda.is_available() else "
                        "{5}gloo{5}){1}",
                        *torch, separator, line->unit, *number, *dist, quote));
    return std::nullopt;
  }

  // Whether a call comes behind the group: what a module does when it is imported does not.
  bool is_behind_group(Span call) const {
    const Expr* node = reads(call).at(call);
    return node && (reads(call).around(*node).function ||
                    (call.file == first_.file && call.begin >= first_.begin));
  }

  Failed choose_cards() {
    for (const script::Call& call : script_.calls) {
      if (call.symbol != "torch.cuda.set_device" || call.arguments.size() != 1) continue;
      const auto number = card(call.span);
      if (!number) return number.error();
      replace(call.arguments.front().span, *number);
    }
    return std::nullopt;
  }

  // The batch of all cards is shared among the processes. What shares the samples is MM514's fix.
  Failed share_batches() {
    for (const script::Call& call : script_.calls) {
      if (call.symbol != "torch.utils.data.DataLoader") continue;
      const script::Argument* order = call.argument("shuffle", 2);
      const Value* shuffle = order ? script::only_data(order->value) : nullptr;
      const script::Argument* size = call.argument("batch_size", 1);
      if (!shuffle || shuffle->kind != Value::Kind::kBool || !shuffle->boolean || !size) continue;
      if (!is_behind_group(call.span))
        return Refusal{Reason::kBeforeGroup, {line_number(call.span)}};
      const auto dist = use(call.span, "torch.distributed");
      if (!dist) return dist.error();
      Span value = size->span;
      if (!size->name.empty()) value.begin += static_cast<std::uint32_t>(text(value).find('=') + 1);
      while (text(value).starts_with(' ')) ++value.begin;
      const Expr* expr = reads(value).at(value);
      const bool is_plain =
          expr && (expr->kind == ExprKind::kInteger || expr->kind == ExprKind::kName ||
                   expr->kind == ExprKind::kAttribute);
      replace(value,
              fmt::format("{} // {}.get_world_size()",
                          is_plain ? std::string(text(value)) : fmt::format("({})", text(value)),
                          *dist));
    }
    return std::nullopt;
  }

  // Two processes must not write one file.
  Failed save_once() {
    for (const script::Call& call : script_.calls) {
      if (call.symbol != "torch.save" || !call.is_statement) continue;
      if (!is_behind_group(call.span))
        return Refusal{Reason::kBeforeGroup, {line_number(call.span)}};
      const auto dist = use(call.span, "torch.distributed");
      if (!dist) return dist.error();
      const Stmt* stmt = reads(call.span).around(*reads(call.span).at(call.span)).stmt;
      auto edits =
          put_below(document(call.span), *stmt, fmt::format("if {}.get_rank() == 0:", *dist));
      if (edits.empty()) return Refusal{Reason::kPartOfLine};
      std::ranges::move(edits, std::back_inserter(edits_));
    }
    return std::nullopt;
  }

  // `python train.py` becomes `torchrun --nproc_per_node=2 train.py`.
  Failed start() {
    for (const launch::LinkedLaunch* linked : hit_.facts->program().launches()) {
      const shell::Launch& launch = *linked->launch;
      const Span target = launch.target_word().span;
      const Span words{target.file, launch.span.begin, target.begin};
      if (launch.kind != shell::LaunchKind::kPython || !launch.span.contains(target))
        return Refusal{Reason::kFromVariables};
      const std::string_view python = trim(context_.workspace.sources().text(words));
      if (!python.starts_with("python") || python.find_first_of(" \t") != python.npos)
        return Refusal{Reason::kPythonOptions};
      replace(words, fmt::format("torchrun --nproc_per_node={} ", processes(launch)));
    }
    return std::nullopt;
  }
  // As many as the launch names cards: in `--gpus 0,1`, or in CUDA_VISIBLE_DEVICES.
  static std::size_t processes(const shell::Launch& launch) {
    const auto count = [](std::string_view list) -> std::size_t {
      const bool is_list = !list.empty() && list.find_first_not_of("0123456789,") == list.npos;
      return is_list ? static_cast<std::size_t>(std::ranges::count(list, ',')) + 1 : 0;
    };
    const shell::EnvironmentWrite* visible = launch.variable("CUDA_VISIBLE_DEVICES");
    std::size_t out = visible && visible->value ? count(visible->value->value) : 0;
    for (std::size_t i = 1; i < launch.arguments.size(); ++i) {
      const std::string& option = launch.arguments[i - 1].value;
      const bool names_cards =
          option.starts_with("--") && (contains(option, "gpu") || contains(option, "device"));
      if (names_cards && contains(launch.arguments[i].value, ","))
        out = count(launch.arguments[i].value);
    }
    return std::max<std::size_t>(out, 2);
  }

  const Context& context_;
  const check::ScriptHit& hit_;
  const script::Summary& script_;
  const bool has_group_;
  Span first_;  // the statement behind the group
  std::map<FileId, std::unique_ptr<ScriptImports>> imports_;
  std::vector<TextEdit> edits_;
};

}  // namespace

Planned plan_use_ddp(const catalog::verb::UseDdp&, const check::Finding& finding,
                     const Context& context) {
  if (!script_of(finding, context.workspace)) return refuse(Reason::kComputed);
  return UseDdp(finding, context).plan();
}

}  // namespace mmlint::fix
