

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

// The only thing that an argument can be, as data; null if it is not known.
const Value* known(const Argument& argument) {
  const Value* one = script::only_data(argument.value);
  return one && one->kind != Value::Kind::kUnknown ? one : nullptr;
}

struct GroupArguments {
  std::string backend;            // its name
  std::vector<std::string> more;  // "init_method='env://'"
  bool timeout = false;           // among them
};

std::string default_backend(const catalog::Target& target) {
  const catalog::Literal* name = target.fact("backends.default");
  return name && name->string() ? *name->string() : "";
}

bool is_usable(const Value& value, const catalog::Target& target) {
  const catalog::Literal* usable = target.fact("backends.usable");
  if (!usable || !usable->list()) return false;
  return std::ranges::any_of(*usable->list(),
                             [&](const auto& name) { return check::equals(value, name, true); });
}

// What init_dist(launcher, backend, init_backend, **kwargs) hands on to init_process_group.
OrRefusal<GroupArguments> arguments_of(const Call& call, const catalog::Target& target,
                                       std::string_view bytes) {
  GroupArguments out;
  out.backend = default_backend(target);
  if (out.backend.empty()) return refuse(Reason::kNoBackend);
  if (call.more) return refuse(Reason::kArgumentsNotWritten);
  const Argument* launcher = call.argument("launcher", 0);
  const Value* name = launcher ? known(*launcher) : nullptr;
  if (!name || !name->is_string("pytorch")) return refuse(Reason::kLauncherNotKnown);
  std::size_t position = 0;
  for (const Argument& argument : call.arguments) {
    constexpr std::array<std::string_view, 3> kPositions = {"launcher", "backend", "init_backend"};
    const bool named = !argument.name.empty();
    if (!named && position >= kPositions.size()) return refuse(Reason::kTooManyArguments);
    const std::string_view key = named ? std::string_view(argument.name) : kPositions[position++];
    const Value* value = known(argument);
    if (key == "launcher") continue;
    if (!value) return refuse(Reason::kNameComputed, {std::string(key)});
    if (key == "init_backend") {
      if (!value->is_string("torch")) return refuse(Reason::kOtherLibrary);
    } else if (key == "backend") {
      if (is_usable(*value, target)) out.backend = std::string(value->text());
    } else if (key == "timeout" &&
               (value->kind == Value::Kind::kInt || value->kind == Value::Kind::kFloat)) {
      out.timeout = true;
      out.more.push_back(fmt::format("timeout={{}}.timedelta(seconds={})", print(*value)));
    } else if (key == "init_method" || key == "group_name") {
      const std::string_view text =
          bytes.substr(argument.span.begin, argument.span.end - argument.span.begin);
      out.more.emplace_back(text);
    } else {
      return refuse(Reason::kGetsArgument, {std::string(key)});
    }
  }
  return out;
}

const Call* call_at(const script::Summary& script, Span callee) {
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
  const Call* call = script ? call_at(*script, finding.script_hit()->at) : nullptr;
  if (!call) return refuse(Reason::kComputed);
  const bool replaces = !script::builds_runner(call->symbol);
  if (auto launcher = other_launcher(finding); launcher && !replaces)
    return refuse(Reason::kOtherLauncher, {std::move(*launcher)});
  const Span statement =
      replaces ? call->statement : statement_behind_group(*script, *call, *finding.target);
  const auto line = line_of(document, statement);
  if (!line || (replaces && !line->ends)) return refuse(Reason::kSharesLine);
  if (replaces && (!call->is_statement || call->span != statement))
    return refuse(Reason::kResultUsed);

  if (replaces && document.source().text(statement).find('#') != std::string_view::npos)
    return refuse(Reason::kCommentInCall);

  auto arguments =
      replaces ? arguments_of(*call, *finding.target, document.source().bytes())
               : OrRefusal<GroupArguments>(GroupArguments{default_backend(*finding.target), {}});
  if (!arguments) return refuse(std::move(arguments.error()));

  ScriptImports imports(document, statement.begin);
  const auto os = imports.use("os"), dist = imports.use("torch.distributed");
  if (!os) return refuse(os.error());
  if (!dist) return refuse(dist.error());
  if (arguments->timeout) {
    const auto datetime = imports.use("datetime");
    if (!datetime) return refuse(datetime.error());
    for (std::string& text : arguments->more)
      if (text.starts_with("timeout=")) text = fmt::format(fmt::runtime(text), *datetime);
  }

  const char quote = style_of(document).quote;
  const auto quoted = [quote](std::string_view text) {
    return fmt::format("{0}{1}{0}", quote, text);
  };
  const auto variable = [&](std::string_view name) {
    return fmt::format("int({}.environ[{}])", *os, quoted(name));
  };
  std::string started;
  if (!replaces) {
    started = fmt::format("{{{}, {}, {}}} <= {}.environ.keys() and ", quoted("RANK"),
                          quoted("LOCAL_RANK"), quoted("WORLD_SIZE"), *os);
  }
  const std::string& unit = line->unit;
  std::vector<std::string> lines = {
      fmt::format("if {}not {}.is_initialized():", started, *dist),
      fmt::format("{}{}.environ.setdefault({}, {})", unit, *os, quoted("MASTER_ADDR"),
                  quoted("127.0.0.1")),
      fmt::format("{}{}.environ.setdefault({}, {})", unit, *os, quoted("MASTER_PORT"),
                  quoted("29500")),
      fmt::format("{}{}.init_process_group(", unit, *dist),
      fmt::format("{0}{0}backend={1},", unit, quoted(arguments->backend)),
      fmt::format("{0}{0}rank={1},", unit, variable("RANK")),
      fmt::format("{0}{0}world_size={1}", unit, variable("WORLD_SIZE"))};
  for (const std::string& text : arguments->more) {
    lines.back() += ",";
    lines.push_back(fmt::format("{0}{0}{1}", unit, text));
  }
  lines.back() += ")";
  const std::vector<std::string> local = imports.local();
  lines.insert(lines.begin(), local.begin(), local.end());

  const std::string separator = std::string(document.source().line_end()) + line->indent;
  std::string text = fmt::format("{}", fmt::join(lines, separator));
  if (!replaces) text += separator;
  Plan plan;
  plan.edits = imports.edits();
  const std::uint32_t end = replaces ? statement.end : statement.begin;
  plan.edits.push_back({{statement.file, statement.begin, end}, std::move(text)});
  return plan;
}

}  // namespace mmlint::fix
