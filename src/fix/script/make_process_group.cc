
#include "base/text.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "launch/reachable.h"
#include "script/symbols.h"

// MMEngine's init_dist (mmengine/dist/utils.py) reads RANK and WORLD_SIZE and calls
// torch.cuda.set_device in between; Runner.setup_env (mmengine/runner/runner.py) leaves a group
// alone that exists.
namespace mmlint::fix {
using check::Finding;
using script::Argument;
using script::Call;
using script::Summary;
using syntax::Block;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool holds(Block block, Span statement) {
  return std::ranges::any_of(block, [statement](const Stmt* one) {
    return one->begin <= statement.begin && statement.end <= one->end;
  });
}

// The statements down to the one to stand in front of, which is the last.
std::vector<EnclosingStatement> place_of(const Summary& script, Span statement,
                                         const std::vector<Span>& builds) {
  const auto builds_in = [&](Block block) {
    return std::ranges::any_of(builds, [block](Span build) { return holds(block, build); });
  };
  std::vector<EnclosingStatement> around = enclosing(*script.document, statement);
  std::size_t depth = around.size();
  for (std::size_t i = around.size(); i-- > 1;) {
    const Stmt& outer = *around[i - 1].stmt;
    if (outer.kind == StmtKind::kFunction || outer.kind == StmtKind::kClass) break;
    if (outer.kind != StmtKind::kIf) continue;
    const auto& branch = syntax::as<syntax::If>(outer);
    const Span text{statement.file, outer.begin, outer.end};
    const bool is_elif = script.document->source().text(text).starts_with("elif");
    const auto is_inside = [&](const auto& write) { return text.contains(write.span); };
    if (std::ranges::any_of(script.environment, is_inside)) break;
    if (builds_in(branch.then) && builds_in(branch.otherwise) && !is_elif) depth = i;
  }
  around.resize(depth);
  return around;
}

// True if every way to the second place passes the first.
bool comes_first(const std::vector<EnclosingStatement>& first,
                 const std::vector<EnclosingStatement>& second) {
  if (first.empty()) return false;
  const EnclosingStatement& place = first.back();
  return std::ranges::any_of(second, [&](const EnclosingStatement& one) {
    return one.block.data() == place.block.data() && place.stmt->begin <= one.stmt->begin;
  });
}

// Returns the statement in front of which a process group has to be made for a call that builds a
// Runner: the one that holds the call. An `if` of which both branches build a Runner counts as one
// statement, and where several such statements follow each other it is the first of them.
Span statement_behind_group(const Summary& script, const Call& call,
                            const catalog::Target& target) {
  std::vector<Span> builds;
  for (const Call& one : script.calls) {
    if (script::builds_runner(one.symbol) && one.point.group == script::OnPaths::kNone &&
        launch::may_hold(one.point.guard, target))
      builds.push_back(one.statement);
  }
  std::vector<EnclosingStatement> place = place_of(script, call.statement, builds);
  if (place.empty()) return call.statement;
  for (const Span build : builds) {
    std::vector<EnclosingStatement> other = place_of(script, build, builds);
    if (comes_first(other, place)) place = std::move(other);
  }
  return {call.statement.file, place.back().stmt->begin, place.back().stmt->end};
}

std::string text_fact(const catalog::Target& target, std::string_view name) {
  const catalog::Literal* text = target.fact(name);
  return text && text->string() ? *text->string() : "";
}

// What init_dist(launcher, backend, init_backend, **kwargs) hands on to init_process_group where it
// makes a group without CUDA: "init_method='env://'". Its timeout is in seconds
// (mmengine/dist/utils.py, _init_dist_pytorch).
OrRefusal<std::vector<std::string>> arguments_of(const Call& call, std::string_view bytes) {
  const Argument* launcher = call.argument("launcher", 0);
  const Value* name = launcher ? script::only_data(launcher->value) : nullptr;
  if (name && name->kind == Value::Kind::kString && !name->is_string("pytorch"))
    return refuse(Reason::kOtherLauncher, {std::string(name->text())});
  std::vector<std::string> out;
  for (const Argument& argument : call.arguments) {
    const std::string_view text =
        bytes.substr(argument.span.begin, argument.span.end - argument.span.begin);
    const std::string_view key = argument.name;
    if (key.empty() || key == "launcher" || key == "backend" || key == "**") continue;
    if (key == "timeout") {
      const std::string_view seconds = trim(text.substr(text.find('=') + 1));
      out.push_back(fmt::format("timeout={{}}.timedelta(seconds={})", seconds));
    } else if (key == "init_backend") {
      const Value* library = script::only_data(argument.value);
      if (!library || !library->is_string("torch")) return refuse(Reason::kOtherLibrary);
    } else if (key == "init_method" || key == "group_name") {
      out.emplace_back(text);
    } else {
      return refuse(Reason::kGetsArgument, {std::string(key)});
    }
  }
  return out;
}

const Call* call_of(const script::Summary& script, Span callee) {
  const auto found =
      std::ranges::find_if(script.calls, [&](const Call& call) { return call.callee == callee; });
  return found == script.calls.end() ? nullptr : &*found;
}

// The launcher of all starts that the finding is about, if that is none of torchrun's kind: its
// processes have no RANK and WORLD_SIZE (mmengine/dist/utils.py, _init_dist_slurm and
// _init_dist_mpi).
std::optional<std::string> other_launcher(const Finding& finding) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (!hit.facts) return std::nullopt;
  const std::vector<const launch::LinkedLaunch*> own{hit.start};
  const auto& launches = hit.start ? own : hit.facts->program().launches();
  if (launches.empty()) return std::nullopt;
  std::string name;
  for (const launch::LinkedLaunch* launch : launches) {
    if (!launch->option("--launcher", &name) || (name != "slurm" && name != "mpi"))
      return std::nullopt;
  }
  return name;
}

}  // namespace

Planned plan_make_process_group(const catalog::verb::MakeProcessGroup&, const Finding& finding,
                                const Context& context) {
  const syntax::Document& document = document_of(context, finding.script_hit()->at);
  const auto* script = script_of(finding, context.workspace);
  const Call* call = script ? call_of(*script, finding.script_hit()->at) : nullptr;
  if (!call) return refuse(Reason::kComputed);
  const bool replaces = !script::builds_runner(call->symbol);
  // What init_dist of mmcv 1.x makes is for projects that may not have MMEngine.
  if (replaces && !call->symbol.is_inside("mmengine")) return refuse(Reason::kOtherLibrary);
  if (auto launcher = other_launcher(finding))
    return refuse(Reason::kOtherLauncher, {std::move(*launcher)});
  const Span statement =
      replaces ? call->statement : statement_behind_group(*script, *call, *finding.target);
  const auto line = line_of(document, statement);
  if (!line || (replaces && !line->ends)) return refuse(Reason::kSharesLine);
  if (replaces && (!call->is_statement || call->span != statement))
    return refuse(Reason::kResultUsed);

  const std::string backend = text_fact(*finding.target, "backends.default");
  const std::string device = text_fact(*finding.target, "mmengine_device");
  if (backend.empty() || device.empty()) return refuse(Reason::kNoBackend);
  auto more = replaces ? arguments_of(*call, document.source().bytes())
                       : OrRefusal<std::vector<std::string>>(std::vector<std::string>());
  if (!more) return refuse(std::move(more.error()));

  ScriptImports imports(document, statement.begin);
  const auto dist = imports.use("torch.distributed"),
             get_device = imports.use("mmengine.device.get_device");
  if (!dist) return refuse(dist.error());
  if (!get_device) return refuse(get_device.error());
  for (std::string& text : *more) {
    if (!text.starts_with("timeout=")) continue;
    const auto datetime = imports.use("datetime");
    if (!datetime) return refuse(datetime.error());
    text = fmt::format(fmt::runtime(text), *datetime);
  }
  const char quote = style_of(document).quote;
  const auto quoted = [quote](std::string_view text) {
    return fmt::format("{0}{1}{0}", quote, text);
  };
  std::string condition = fmt::format("{}() == {}", *get_device, quoted(device));
  if (!replaces) {
    const auto os = imports.use("os");
    if (!os) return refuse(os.error());
    condition += fmt::format(" and {} in {}.environ and not {}.is_initialized()", quoted("RANK"),
                             *os, *dist);
  }
  std::string arguments = fmt::format("backend={}", quoted(backend));
  for (const std::string& text : *more) arguments += ", " + text;
  std::vector<std::string> lines = imports.local();
  lines.push_back(fmt::format("if {}:", condition));
  lines.push_back(fmt::format("{}{}.init_process_group({})", line->unit, *dist, arguments));
  if (replaces) lines.push_back("else:");
  const std::string separator = std::string(document.source().line_end()) + line->indent;
  std::string text = fmt::format("{}{}", fmt::join(lines, separator), separator);
  if (replaces) text += line->unit;
  Plan plan;
  plan.edits = imports.edits();
  plan.edits.push_back(insertion(statement.file, statement.begin, std::move(text)));
  return plan;
}

}  // namespace mmlint::fix
