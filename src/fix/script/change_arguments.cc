#include "base/algorithms.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"

namespace mmlint::fix {

namespace {

constexpr std::string_view kOldText = "{argument}";

bool is_spread(const syntax::Argument& argument) {
  return argument.value->kind == syntax::ExprKind::kStarred;
}

// Whether an argument is known to be a single value in every run.
bool is_one_value(const check::Finding& finding, const Context& context, std::uint32_t begin) {
  const auto* script = script_of(finding, context.workspace);
  if (!script) return false;
  for (const script::Call& call : script->calls) {
    if (call.span != finding.script_hit()->fact) continue;
    for (const script::Argument& argument : call.arguments) {
      if (argument.span.begin == begin) return argument.value.size() == 1;
    }
  }
  return false;
}

std::string with_old_text(std::string text, std::string_view old) {
  if (const std::size_t at = text.find(kOldText); at != text.npos)
    text.replace(at, kOldText.size(), old);
  return text;
}

// Returns where the arguments begin that the fix drops. Those by place must be the last of them.
OrRefusal<std::vector<std::uint32_t>> dropped(const catalog::verb::ChangeArguments& action,
                                              const syntax::Call& call) {
  const auto by_place = static_cast<std::size_t>(
      std::ranges::count(call.arguments, std::string_view(), &syntax::Argument::name));
  const std::size_t begin = action.drop_position;
  if (begin > 0 && by_place > begin + action.drop.size())
    return refuse(Reason::kArgumentsNotWritten);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const syntax::Argument& argument = call.arguments[i];
    const bool goes = argument.name.empty() ? begin > 0 && i >= begin
                                            : is_in(std::string(argument.name), action.drop);
    if (goes) out.push_back(argument.begin);
  }
  return out;
}

}  // namespace

Planned plan_change_arguments(const catalog::verb::ChangeArguments& action,
                              const check::Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const Span at = hit.fact;
  const syntax::Document& document = document_of(context, at);
  const syntax::Expr* node = code_of(document, context).reads().at(at);
  if (!node || node->kind != syntax::ExprKind::kCall) return refuse(Reason::kComputed);
  const auto& call = syntax::as<syntax::Call>(*node);
  // The rule names the tested argument first.
  const auto is_tested = [&](const syntax::Argument& argument) {
    return argument.begin == hit.at.begin || argument.begin == hit.argument.begin;
  };
  const std::string& tested = action.set.empty() ? action.drop.front() : action.set.front().first;
  if (std::ranges::any_of(call.arguments, is_spread)) return refuse(Reason::kMayBeAmong, {tested});
  for (std::size_t i = 1; action.replace && i < call.arguments.size(); ++i) {
    if (call.arguments[i].name.empty() && !is_tested(call.arguments[i]))
      return refuse(Reason::kArgumentsNotWritten);
  }
  const auto going = dropped(action, call);
  if (!going) return refuse(going.error());
  std::vector<TextEdit> edits = remove_arguments(document, call, *going);
  const char quote = style_of(document).quote;
  std::vector<std::string> texts;
  for (const auto& [name, value] : action.set) {
    const auto found =
        std::ranges::find_if(call.arguments, [&, &key = name](const syntax::Argument& argument) {
          return argument.name == key ||
                 (action.replace && key == tested && is_tested(argument) && argument.name.empty());
        });
    std::string text = value;
    std::ranges::replace(text, '\'', quote);
    if (found == call.arguments.end()) {
      if (text.find(kOldText) != text.npos) return refuse(Reason::kNotWrittenOut);
      texts.push_back(name + "=" + text);
    } else if (action.replace) {
      if (text.find(kOldText) != text.npos && !is_one_value(finding, context, found->begin))
        return refuse(Reason::kComputed);
      const Span old{at.file, found->value->begin, found->value->end};
      edits.push_back({old, with_old_text(std::move(text), document.source().text(old))});
    }
  }
  // What takes the place of an argument that goes is written there.
  if (!texts.empty() && going->size() == 1) {
    const auto old = std::ranges::find(call.arguments, going->front(), &syntax::Argument::begin);
    edits = {{{at.file, old->begin, old->end}, fmt::format("{}", fmt::join(texts, ", "))}};
  } else if (!texts.empty()) {
    for (TextEdit& edit : add_arguments(document, call, texts)) edits.push_back(std::move(edit));
  }
  if (edits.empty() || action.import.empty()) return plan_of(std::move(edits));
  ScriptImports imports(document, at.begin);
  const auto module = imports.use(action.import);
  if (!module) return refuse(module.error());
  if (*module != action.import) return refuse(Reason::kOtherModuleName, {action.import, *module});
  for (TextEdit& edit : imports.edits()) edits.push_back(std::move(edit));
  return Plan{std::move(edits)};
}

}  // namespace mmlint::fix
