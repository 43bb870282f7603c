
#include "fix/script/cuda_condition.h"
#include "fix/script/cuda_value.h"
#include "fix/script/device_name.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/statement_edits.h"
#include "fix/trial.h"
#include "launch/program_store.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using check::Finding;
using check::ScriptHit;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// Plans the fix of one hit in a call.
class AskCuda {
 public:
  AskCuda(const Finding& finding, const Context& context, const syntax::Call& call,
          std::string torch, ScriptImports& imports)
      : finding_(finding),
        hit_(*finding.script_hit()),
        context_(context),
        document_(document_of(context, hit_.fact)),
        reads_(code_of(document_, context).reads()),
        call_(call),
        asks_(fmt::format("{}.cuda.is_available()", torch)),
        torch_(std::move(torch)),
        imports_(imports) {}

  Planned plan() const {
    const std::string& name = hit_.name.str();
    const std::string_view method = method_of(call_);
    if (hit_.argument.known() || name == "torch.device") return plan_argument();
    if (method == "cuda") return plan_move();
    if (method == "pin_memory") return with_condition(call_, object_text());
    if (name.ends_with(".convert_sync_batchnorm")) return plan_conversion();
    if (is_tensor_type(name)) return plan_tensor_type();
    if (name == "torch.cuda.Event" || name == "torch.cuda.Stream") return plan_object();
    return script::Symbol(name).is_inside("torch.cuda") ? plan_query(call_, name)
                                                        : refuse(Reason::kComputed);
  }

 private:
  std::string_view text(const Expr& expr) const {
    return document_.source().bytes().substr(expr.begin, expr.end - expr.begin);
  }
  std::string object_text() const {
    return std::string(text(*as<syntax::Attribute>(*call_.callee).object));
  }
  TextEdit edit(std::uint32_t begin, std::uint32_t end, std::string text) const {
    return {{document_.source().id(), begin, end}, std::move(text)};
  }
  static Plan keeping(std::vector<TextEdit> edits) {
    return {.edits = std::move(edits), .keeps_cuda = true};
  }

  // torch.cuda.FloatTensor and its like.
  static bool is_tensor_type(std::string_view name) {
    return name.starts_with("torch.cuda.") && name.ends_with("Tensor");
  }

  // `E` becomes `E if torch.cuda.is_available() else OTHER`.
  Planned with_condition(const Expr& expr, const std::string& other) const {
    const Surroundings around = reads_.around(expr);
    if (!around.expr && (!around.stmt || around.stmt->kind == syntax::StmtKind::kExpression))
      return plan_statement(call_);
    return keep_on_cuda({{document_.source().id(), expr.begin, expr.end}}, other, finding_,
                        context_);
  }

  // torch.cuda.synchronize() and its like, and methods of streams and events; also inside another
  // such call.
  Planned plan_query(const Expr& call, std::string name) const {
    const Expr* asked = &call;
    for (const Expr* outer = reads_.around(call).expr; outer; outer = reads_.around(*outer).expr) {
      const script::Call* fact = fact_at(*outer);
      if (!fact || !fact->symbol.is_inside("torch.cuda")) continue;
      asked = outer;
      name = fact->symbol.str();
    }
    const Expr* whole = statement_of(*asked);
    const bool is_own = whole && (whole == asked || is_of_card(*whole));
    const auto value = is_own ? std::nullopt : value_without_cuda(*asked, name, reads_);
    if (!value) return plan_statement(*asked);
    if (value->text == kNullContext) {
      if (const auto module = imports_.use("contextlib"); !module) return refuse(module.error());
    }
    return with_condition(*value->expr, std::string(value->text));
  }

  // A stream or an event, which is None without CUDA: all that is done with it asks for CUDA too.
  Planned plan_object() const {
    for (const Expr* outer = reads_.around(call_).expr; outer; outer = reads_.around(*outer).expr) {
      if (outer->kind != ExprKind::kTuple) return refuse(Reason::kResultUsed);
    }
    Planned plan = plan_query(call_, hit_.name.str());
    for (const script::Call& each : script_of(finding_, context_.workspace)->calls) {
      if (!plan || !each.object.has(hit_.fact) || each.span == hit_.fact) continue;
      const Expr* use = reads_.at(each.span);
      if (!use) return refuse(Reason::kResultUsed);
      Planned more = plan_query(*use, each.symbol.str());
      if (!more) return more;
      for (TextEdit& edit : more->edits) plan->edits.push_back(std::move(edit));
    }
    return plan;
  }

  const script::Call* fact_at(const Expr& expr) const {
    const script::Summary* script = script_of(finding_, context_.workspace);
    if (!script || expr.kind != ExprKind::kCall) return nullptr;
    return call_at(*script, {document_.source().id(), expr.begin, expr.end});
  }

  // A statement that only calls, or that only says something about the card, gets a condition in
  // front of it.
  Planned plan_statement(const Expr& asked) const {
    const Expr* whole = statement_of(asked);
    if (!whole || (whole != &asked && !is_of_card(*whole) && !only_reports(*whole)))
      return refuse(Reason::kResultUsed);
    std::vector<TextEdit> condition =
        put_below(document_, *reads_.around(asked).stmt, fmt::format("if {}:", asks_));
    if (condition.empty()) return refuse(Reason::kPartOfLine);
    return keeping(std::move(condition));
  }

  // The whole of the statement around an expression; null if that is more than an expression.
  const Expr* statement_of(const Expr& expr) const {
    const syntax::Stmt* stmt = reads_.around(expr).stmt;
    const bool is_expr = stmt && stmt->kind == syntax::StmtKind::kExpression;
    return is_expr ? as<syntax::ExpressionStmt>(*stmt).value : nullptr;
  }

  // Whether an expression is a call that only CUDA needs: of torch.cuda or of a stream or event,
  // or one that has a stream wait.
  bool is_of_card(const Expr& expr) const {
    static constexpr std::array<std::string_view, 3> kWaits = {"record_stream", "wait_event",
                                                               "wait_stream"};
    const script::Call* fact = fact_at(expr);
    return (fact && fact->symbol.is_inside("torch.cuda")) || is_in(method_of(expr), kWaits);
  }

  // Whether an expression is print(...) or a call of a logger.
  static bool only_reports(const Expr& expr) {
    static constexpr std::array<std::string_view, 5> kMethods = {"debug", "info", "log", "print",
                                                                 "warning"};
    return syntax::called_id(expr) == "print" || is_in(method_of(expr), kMethods);
  }

  // The m of x.m(...); empty for other expressions.
  static std::string_view method_of(const Expr& expr) {
    if (expr.kind != ExprKind::kCall) return {};
    const Expr& callee = *as<syntax::Call>(expr).callee;
    return callee.kind == ExprKind::kAttribute ? as<syntax::Attribute>(callee).name : "";
  }

  // x.cuda(...)
  Planned plan_move() const {
    const script::Summary* script = script_of(finding_, context_.workspace);
    const script::Call* fact = nullptr;
    for (const script::Call& each : script->calls) {
      if (each.span != hit_.fact) continue;
      if (each.own) return refuse(Reason::kOwnMethod);
      fact = &each;
    }
    if (!fact || fact->more) return refuse(Reason::kArgumentsNotWritten);
    const script::Argument* index = fact->argument("device", 0);
    if (index && !document_.source().text(index->span).ends_with("None"))
      return plan_move_to(*index);
    std::string out;
    for (const syntax::Argument& each : call_.arguments) {
      if (index && each.begin == index->span.begin) continue;
      const std::string_view name = each.name.empty() ? "non_blocking" : each.name;
      out += fmt::format(", {}={}", name, text(*each.value));
    }
    const DeviceName device = device_name(finding_, call_.begin, torch_, context_);
    const std::uint32_t method = call_.callee->end - std::uint32_t{sizeof("cuda") - 1};
    std::vector<TextEdit> edits = {
        edit(method, call_.end, fmt::format("to({}{})", device.text, out))};
    if (device.definition) edits.push_back(*device.definition);
    return keeping(std::move(edits));
  }

  // x.cuda(i, ...), where `i` is the number of a card: the call stays for CUDA.
  Planned plan_move_to(const script::Argument& index) const {
    const Expr& object = *as<syntax::Attribute>(*call_.callee).object;
    const Surroundings around = reads_.around(call_);
    if (!around.expr && around.stmt && around.stmt->kind == syntax::StmtKind::kExpression)
      return plan_statement(call_);
    const bool is_number = std::ranges::all_of(index.value, [](const script::Alternative& each) {
      return each.is_symbol() || (each.data() && each.data()->kind == Value::Kind::kInt);
    });
    // x.cuda(None) takes the current card, and x.to(None) leaves x where it is.
    if (syntax::called_id(object) == "super") return refuse(Reason::kOwnMethod);
    if (is_path(object) || !is_number || call_.arguments.size() != 1)
      return with_condition(call_, object_text());
    const Expr& value = *call_.arguments.front().value;
    const std::uint32_t method = call_.callee->end - std::uint32_t{sizeof("cuda") - 1};
    return keeping(
        {edit(method, call_.end, fmt::format("to({} if {} else 'cpu')", text(value), asks_))});
  }

  // A model whose batch norms are converted stays as it is where there is no CUDA. A vendor's
  // bridge would say that there is.
  Planned plan_conversion() const {
    const catalog::Literal* bridge = finding_.target->fact("scripts.bridge_lines");
    if (bridge && !bridge->list()->empty())
      return refuse(Reason::kCudaShown, {finding_.target->name});
    const auto model = std::ranges::find_if(call_.arguments, [](const syntax::Argument& each) {
      return each.name.empty() || each.name == "module";
    });
    const bool is_written =
        model != call_.arguments.end() && model->value->kind != ExprKind::kStarred;
    return is_written ? with_condition(call_, std::string(text(*model->value)))
                      : refuse(Reason::kNotWrittenOut);
  }

  // A device among the arguments.
  Planned plan_argument() const {
    const bool is_device = hit_.name.str() == "torch.device";
    // torch.device('cpu', 1) is no error, and not the device of a tensor on the CPU.
    if (is_device && call_.arguments.size() > 1)
      return with_condition(call_, fmt::format("{}('cpu')", text(*call_.callee)));
    const auto argument = std::ranges::find_if(call_.arguments, [&](const syntax::Argument& each) {
      return hit_.argument.known() ? each.begin == hit_.argument.begin : each.name != "index";
    });
    if (argument == call_.arguments.end()) return refuse(Reason::kNotWrittenOut);
    const bool is_flag = hit_.value && hit_.value->kind == Value::Kind::kBool;
    if (is_flag || argument->value->kind == ExprKind::kStarred) return refuse(Reason::kComputed);
    if (const auto type = tensor_type_of(*argument->value))
      return with_condition(*argument->value, *type);
    if (argument->name == "devices") return with_condition(*argument->value, "[]");
    static constexpr std::array<std::string_view, 5> kDevices = {"", "device", "device_map",
                                                                 "map_location", "type"};
    if (!is_in(argument->name, kDevices) || hit_.name.str().starts_with("torch.multiprocessing"))
      return refuse(Reason::kComputed);
    const bool is_literal = hit_.value && hit_.value->literal && hit_.value->span == hit_.at;
    if (!hit_.fact.contains(hit_.at) || is_literal) return plan_text();
    if (const Span at = default_of_option(*argument); at.known())
      return keep_on_cuda({at}, "'cpu'", finding_, context_);
    return with_condition(*argument->value, "'cpu'");
  }

  // Where the device that an argument gives is written, if it is the default of an option that no
  // launch sets; else unknown.
  Span default_of_option(const syntax::Argument& given) const {
    const script::Summary* script = script_of(finding_, context_.workspace);
    const script::Call* fact = script ? call_at(*script, hit_.fact) : nullptr;
    if (!fact) return {};
    const auto argument = std::ranges::find_if(fact->arguments, [&](const script::Argument& each) {
      return each.span.begin == given.begin && each.value.size() == 1;
    });
    if (argument == fact->arguments.end()) return {};
    const auto name = argument->value.front().symbol().option();
    const auto option = std::ranges::find_if(script->options, [&](const script::Option& each) {
      return name && each.dest == *name && each.default_value.size() == 1;
    });
    if (option == script->options.end()) return {};
    for (const launch::LinkedLaunch* linked : hit_.facts->program().launches()) {
      for (const std::string& each : option->names) {
        if (linked->option(each, nullptr)) return {};
      }
    }
    const Value* value = option->default_value.front().data();
    const bool is_written = value && value->literal && value->kind == Value::Kind::kString;
    return is_written ? value->span : Span{};
  }

  // For `torch.cuda.FloatTensor`, or that in quotes, returns the text for the type on the CPU.
  std::optional<std::string> tensor_type_of(const Expr& value) const {
    std::string out(text(value));
    const std::size_t at = out.find(".cuda.");
    if (at == out.npos || out.find("Tensor") == out.npos) return std::nullopt;
    return out.replace(at, std::string_view(".cuda.").size(), ".");
  }

  // The text that names the device, where it is written: in the call, in a variable, a default, an
  // option.
  Planned plan_text() const {
    const syntax::Document& document = document_of(context_, hit_.at);
    const Expr* made = code_of(document, context_).reads().at(hit_.at);
    if (!made || made->kind == ExprKind::kName) return refuse(Reason::kComputed);
    return keep_on_cuda({hit_.at}, "'cpu'", finding_, context_);
  }

  // torch.cuda.FloatTensor(...)
  Planned plan_tensor_type() const {
    const std::string_view callee = text(*call_.callee);
    const std::size_t dot = callee.rfind('.');
    if (dot == callee.npos) return refuse(Reason::kNoCuda);
    return keeping(
        {edit(call_.callee->begin, call_.callee->end,
              fmt::format("({} if {} else {}{})", callee, asks_, torch_, callee.substr(dot)))});
  }

  // A name, or a name with attributes: reading it twice does nothing.
  static bool is_path(const Expr& expr) {
    if (expr.kind == ExprKind::kAttribute) return is_path(*as<syntax::Attribute>(expr).object);
    return expr.kind == ExprKind::kName;
  }

  const Finding& finding_;
  const ScriptHit& hit_;
  const Context& context_;
  const syntax::Document& document_;
  const NameReads& reads_;
  const syntax::Call& call_;
  const std::string asks_, torch_;
  ScriptImports& imports_;
};

}  // namespace

Planned plan_ask_cuda(const catalog::verb::AskCuda&, const Finding& finding,
                      const Context& context) {
  const Span fact = finding.script_hit()->fact;
  const syntax::Document& document = document_of(context, fact);
  ScriptCode& code = code_of(document, context);
  ScriptImports imports(document, fact.begin);
  const auto torch = imports.use("torch");
  if (!torch) return refuse(torch.error());
  const Expr* node = code.reads().at(fact);
  if (!node || node->kind != ExprKind::kCall) return refuse(Reason::kComputed);
  Planned plan = AskCuda(finding, context, as<syntax::Call>(*node), *torch, imports).plan();
  if (!plan) return plan;
  for (TextEdit& edit : imports.edits()) plan->edits.push_back(std::move(edit));
  plan->edits = without_repeats(std::move(plan->edits));
  return plan;
}

}  // namespace mmlint::fix
