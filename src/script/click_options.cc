#include "script/walk_calls.h"
#include "script/walk_values.h"
#include "syntax/walk.h"

// Scripts whose command line is read by click: decorators declare the options, and a command gets
// their values as arguments when it is called without any.
namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// What click.option() takes and add_argument() does not, and what decides nothing of the value.
constexpr std::array<std::string_view, 9> kIgnored = {
    "allow_from_autoenv", "flag_value",   "help",       "hidden", "is_flag", "metavar",
    "show_choices",       "show_default", "show_envvar"};
// These are the same in both.
constexpr std::array<std::string_view, 4> kShared = {"default", "nargs", "required", "type"};

bool is_true(const Alternatives& value) {
  const Value* data = only_data(value);
  return data && data->kind == Value::Kind::kBool && data->boolean;
}

// The type of an option, as argparse has it: click takes that of the default, and its own types of
// texts and numbers are classes.
std::optional<std::string_view> type_of(const Alternatives* type, const Alternatives* usual) {
  const Alternative* given = type ? only_symbol(*type) : nullptr;
  if (given) {
    const std::string_view name = given->symbol().text();
    if (name == "click.INT" || name == "click.IntRange()") return "int";
    if (name == "click.FLOAT" || name == "click.FloatRange()") return "float";
    if (name == "click.STRING" || name.starts_with("click.Path")) return std::nullopt;
    return name;
  }
  const Value* data = usual ? only_data(*usual) : nullptr;
  if (!data) return std::nullopt;
  if (data->kind == Value::Kind::kBool) return "bool";
  if (data->kind == Value::Kind::kInt) return "int";
  return data->kind == Value::Kind::kFloat ? std::optional<std::string_view>("float")
                                           : std::nullopt;
}

// The arguments of add_argument() that declare the same option.
Givens as_argparse(Walk& walk, const Givens& given, Span at) {
  Givens out;
  const Alternatives *type = nullptr, *usual = nullptr;
  bool is_flag = false, is_pair = false;
  for (const Given& each : given) {
    if (each.name == "type") type = &each.value;
    if (each.name == "default") usual = &each.value;
    is_flag = is_flag || (each.name == "is_flag" && is_true(each.value));
  }
  const auto add_text = [&](std::string name, std::string_view text) {
    const Value* value = walk.out.pool->string(walk.out.pool->keep(std::string(text)), at);
    out.push_back({std::move(name), 0, data_of(value, at), at});
  };
  for (const Given& each : given) {
    const std::string_view text = each.name.empty() ? text_of(each.value) : std::string_view();
    const std::size_t slash = text.find('/');
    if (slash != text.npos) {  // '--ddp/--no-ddp'
      is_pair = true;
      add_text("", text.substr(0, slash));
    } else if (!text.empty() && !text.starts_with('-') && given.size() > 1 && !out.empty()) {
      add_text("dest", text);
    } else if (text.empty() && !is_in(each.name, kShared)) {
      // What else may decide the value, such as envvar, makes it unknown.
      if (!is_in(each.name, kIgnored)) out.push_back({"", 2, unknown(at), at});
    } else if (each.name != "type") {
      out.push_back(each);
    }
  }
  const Value* choices = type ? only_data(*type) : nullptr;
  const auto converts = type_of(type, usual);
  if (is_pair)
    out.push_back({"action", 0, symbol(Symbol("argparse.BooleanOptionalAction"), at), at});
  else if (is_flag)
    add_text("action", usual && is_true(*usual) ? "store_false" : "store_true");
  else if (choices)
    out.push_back({"choices", 0, *type, at});
  else if (converts)
    out.push_back({"type", 0, symbol(Symbol(*converts), at), at});
  if ((is_pair || is_flag) && !usual)
    out.push_back({"default", 0, data_of(walk.out.pool->boolean(false, at), at), at});
  return out;
}

constexpr std::string_view kCommands = "<commands>";

// What the decorator `@group.command()` names as the group; null for any other one.
const Expr* group_of_command(const Expr& decorator) {
  const Expr* named =
      decorator.kind == ExprKind::kCall ? as<syntax::Call>(decorator).callee : &decorator;
  const bool is_command =
      named->kind == ExprKind::kAttribute && as<syntax::Attribute>(*named).name == "command";
  const Expr* group = is_command ? as<syntax::Attribute>(*named).object : nullptr;
  return group && group->kind == ExprKind::kName ? group : nullptr;
}

}  // namespace

std::optional<Alternatives> declare_option(Walk& walk, Symbol callee, const Givens& given,
                                           Span at) {
  if (callee.owner() != "click") return std::nullopt;
  const std::string_view name = callee.name();
  if (name == "Choice" && !given.empty() && only_data(given.front().value))
    return given.front().value;
  if (name == "group") walk.arguments.open();
  if (name == "option" || name == "argument")
    walk.arguments.add_option(as_argparse(walk, given, at), at);
  return std::nullopt;
}

bool is_command(const syntax::Function& node) {
  return std::ranges::any_of(node.decorators,
                             [](const Expr* each) { return group_of_command(*each) != nullptr; });
}

void note_command(Walk& walk, const Expr& decorator, const Alternatives& function, State& state) {
  const Expr* named = group_of_command(decorator);
  const Alternatives groups = named ? value(walk, *named, state) : Alternatives();
  const Alternative* group = only_symbol(groups);
  if (!group || !(walk.program.function(group->symbol()) || group->symbol() == "typer.Typer()"))
    return;
  const Symbol key = group->symbol().attribute(kCommands);
  const Alternatives* known = state.attributes.find(key);
  state.attributes.set(key, known ? either(*known, function) : function);
}

void run_commands(Walk& walk, Symbol group, State& state) {
  const Alternatives* known = state.attributes.find(group.attribute(kCommands));
  if (!known) return;
  Alternatives commands = *known;
  const auto& words = walk.start ? walk.start->arguments : std::vector<Word>();
  std::string word = !words.empty() && words.front().is_whole ? words.front().text : "";
  std::ranges::replace(word, '-', '_');
  if (!word.empty() && commands.size() > 1)
    std::erase_if(commands, [&](const Alternative& each) {
      const auto function = walk.program.function(each.symbol());
      return !function || function->info->node->name != word;
    });
  const ProgramPoint before = state.point;
  State after;  // behind any of several
  after.alive = false;
  for (const Alternative& each : commands) {
    const auto function = walk.program.function(each.symbol());
    State own = state;
    own.point.open = before.open || commands.size() > 1;
    const Givens none;
    if (function) enter(walk, *function, &none, own);
    after = meet(std::move(after), own);
  }
  if (!commands.empty()) state = std::move(after);
  state.point.open = before.open;
}

Givens options_of(Walk& walk, const syntax::Function& command, State& state) {
  Givens out;
  const Span at = walk.frame->statement;
  for (const syntax::Parameter& each : command.parameters) {
    const auto is_own = [&](const Option& option) { return option.dest == each.name; };
    if (std::ranges::none_of(walk.out.options, is_own)) continue;
    out.push_back({std::string(each.name), 0,
                   attribute_of_all(walk, symbol(Symbol::options(), at), each.name, at, state),
                   at});
  }
  return out;
}

}  // namespace mmlint::script
