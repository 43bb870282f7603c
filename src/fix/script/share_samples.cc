
#include "base/text.h"
#include "check/script/definition.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// Plans the sampler of a DataLoader(dataset, batch_size, shuffle, sampler, batch_sampler, ...)
// (torch/utils/data/dataloader.py).
class ShareSamples {
 public:
  ShareSamples(const syntax::Document& document, const NameReads& reads, const syntax::Call& call)
      : document_(document), reads_(reads), call_(call), imports_(document, call.begin) {}

  Planned plan() {
    for (const syntax::Argument& argument : call_.arguments) {
      if (argument.value->kind == ExprKind::kStarred)
        return refuse(Reason::kMayBeAmong, {"sampler"});
    }
    for (const std::string_view name : {"sampler", "batch_sampler"}) {
      if (argument(name, kNowhere)) return refuse(Reason::kGetsArgument, {std::string(name)});
    }
    const std::size_t by_place = static_cast<std::size_t>(
        std::ranges::count(call_.arguments, std::string_view(), &syntax::Argument::name));
    const syntax::Argument* data = argument("dataset", 0);
    if (!data || by_place > 3) return refuse(Reason::kArgumentsNotWritten);
    const auto name = data_name(*data->value);
    if (!name) return refuse(Reason::kResultUsed);
    const auto sampler = sampler_class();
    if (!sampler) return refuse(sampler.error());

    const syntax::Argument* shuffle = argument("shuffle", 2);
    std::string order = ", shuffle=False";
    if (shuffle && is_true(*shuffle->value)) order.clear();
    if (shuffle && !order.empty()) order = fmt::format(", shuffle={}", text(*shuffle->value));
    const std::string written = fmt::format("sampler={}({}{})", *sampler, *name, order);
    if (shuffle)
      add(shuffle->begin, shuffle->end, written);
    else
      for (TextEdit& edit : add_arguments(document_, call_, {written}))
        edits_.push_back(std::move(edit));
    for (TextEdit& edit : imports_.edits()) edits_.push_back(std::move(edit));
    return plan_of(std::move(edits_));
  }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  std::string_view text(const Expr& expr) const {
    return document_.source().bytes().substr(expr.begin, expr.end - expr.begin);
  }
  void add(std::uint32_t begin, std::uint32_t end, std::string replacement) {
    edits_.push_back({{document_.source().id(), begin, end}, std::move(replacement)});
  }
  const syntax::Argument* argument(std::string_view name, std::size_t position) const {
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const syntax::Argument& each = call_.arguments[i];
      if (each.name.empty() ? i == position : each.name == name) return &each;
    }
    return nullptr;
  }
  static bool is_true(const Expr& expr) {
    return expr.kind == ExprKind::kConstant &&
           as<syntax::Constant>(expr).value == syntax::ConstantKind::kTrue;
  }

  // The class from where the loader's class is: `data.DistributedSampler` beside `data.DataLoader`.
  OrRefusal<std::string> sampler_class() {
    if (call_.callee->kind == ExprKind::kAttribute) {
      const Expr& module = *as<syntax::Attribute>(*call_.callee).object;
      if (is_path(module)) return fmt::format("{}.DistributedSampler", text(module));
    }
    auto torch = imports_.use("torch");
    if (!torch) return refuse(std::move(torch.error()));
    return fmt::format("{}.utils.data.DistributedSampler", *torch);
  }

  // What names the data in the sampler too. Data that is made in the call itself gets a line of its
  // own, as no two objects may be made; nullopt if that is not possible.
  std::optional<std::string> data_name(const Expr& data) {
    if (is_path(data)) return std::string(text(data));
    const syntax::Stmt* stmt = reads_.around(call_).stmt;
    if (!stmt || stmt->kind != syntax::StmtKind::kAssign || !is_always_made()) return std::nullopt;
    const auto line = line_of(document_, {document_.source().id(), stmt->begin, stmt->end});
    if (!line) return std::nullopt;
    std::string name = "dataset";
    for (int number = 2; is_used(name); ++number) name = fmt::format("dataset_{}", number);
    add(stmt->begin, stmt->begin,
        fmt::format("{} = {}{}{}", name, text(data), document_.source().line_end(), line->indent));
    add(data.begin, data.end, name);
    return name;
  }
  // Whether the statement always makes the loader, and only once: it may stand in a list or a dict.
  bool is_always_made() const {
    for (const Expr* outer = reads_.around(call_).expr; outer; outer = reads_.around(*outer).expr) {
      const bool displays = outer->kind == ExprKind::kDict || outer->kind == ExprKind::kList ||
                            outer->kind == ExprKind::kTuple || syntax::called_id(*outer) == "dict";
      if (!displays) return false;
    }
    return true;
  }
  bool is_used(std::string_view name) const {
    for (std::size_t i = 0; i < document_.statements().size(); ++i) {
      const syntax::Stmt* stmt = document_.statement(i);
      if (stmt && count_bindings(*stmt, name) != 0) return true;
    }
    return !reads_.of_name(name, nullptr).empty();
  }

  const syntax::Document& document_;
  const NameReads& reads_;
  const syntax::Call& call_;
  ScriptImports imports_;
  std::vector<TextEdit> edits_;
};

// The loader that a finding is about: the whole call, or its callee.
const script::Call* loader_at(const script::Summary& script, Span fact) {
  const auto found = std::ranges::find_if(script.calls, [&](const script::Call& call) {
    return call.symbol == "torch.utils.data.DataLoader" &&
           (call.span == fact || call.callee == fact);
  });
  return found == script.calls.end() ? nullptr : &*found;
}

// Whether a loader's data has numbered samples, as a sampler needs: an IterableDataset has none
// (torch/utils/data/dataloader.py, DataLoader.__init__). What gives them in random order has.
bool has_numbered_samples(const script::Call& loader, const script::Summary& script,
                          project::Workspace& workspace) {
  const script::Argument* shuffle = loader.argument("shuffle", 2);
  const Value* order = shuffle ? script::only_data(shuffle->value) : nullptr;
  if (order && order->kind == Value::Kind::kBool && order->boolean) return true;
  const script::Argument* data = loader.argument("dataset", 0);
  return data && std::ranges::all_of(data->value, [&](const script::Alternative& each) {
           const script::Symbol symbol = each.symbol();
           if (symbol.is_inside("torchvision.datasets") ||
               symbol == "torch.utils.data.TensorDataset()")
             return true;
           const auto own = check::definition_of(symbol, script, workspace);
           return own && contains(own->text(), "__getitem__");
         });
}

}  // namespace

Planned plan_share_samples(const catalog::verb::ShareSamples&, const check::Finding& finding,
                           const Context& context) {
  const script::Summary* script = script_of(finding, context.workspace);
  const script::Call* loader = script ? loader_at(*script, finding.script_hit()->fact) : nullptr;
  if (!loader) return refuse(Reason::kComputed);
  const syntax::Document& document = document_of(context, loader->span);
  const NameReads& reads = code_of(document, context).reads();
  const Expr* node = reads.at(loader->span);
  if (!node || node->kind != ExprKind::kCall) return refuse(Reason::kComputed);
  if (!has_numbered_samples(*loader, *script, context.workspace)) return refuse(Reason::kNoNumbers);
  return ShareSamples(document, reads, as<syntax::Call>(*node)).plan();
}

}  // namespace mmlint::fix
