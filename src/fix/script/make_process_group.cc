#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "check/common/passes.h"
#include "fix/script/group_position.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/python_text.h"
#include "launch/programs.h"
#include "script/symbols.h"
#include "value/value_python.h"

// MMEngine's init_dist (mmengine/dist/utils.py) reads RANK and WORLD_SIZE and calls
// torch.cuda.set_device in between; Runner.setup_env (mmengine/runner/runner.py) leaves a group
// alone that exists.
namespace mmlint::fix {

using check::Finding;
using script::Argument;
using script::Call;

namespace {

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
  return std::any_of(usable->list()->begin(), usable->list()->end(),
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
  const auto found = std::find_if(script.calls.begin(), script.calls.end(),
                                  [&](const Call& call) { return call.callee == callee; });
  return found == script.calls.end() ? nullptr : &*found;
}

// The launcher of all known starts of the script, if that is none of torchrun's kind: its processes
// have no RANK and WORLD_SIZE (mmengine/dist/utils.py, _init_dist_slurm and _init_dist_mpi).
std::optional<std::string> other_launcher(const Finding& finding) {
  const auto& facts = finding.script_hit()->facts;
  if (!facts || facts->program().launches().empty()) return std::nullopt;
  std::string name;
  for (const launch::LinkedLaunch* launch : facts->program().launches()) {
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
      replaces ? call->statement
               : statement_behind_group(*script, *call, *finding.target, context.parser);
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

  ScriptImports imports(document, context.parser, statement.begin);
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
