#include "shell/interpreter.h"

#include "base/paths.h"
#include "shell_syntax/shell_document.h"
#include "shell_syntax/walk.h"

namespace mmlint::shell {
namespace {

// `true` and `:`
bool succeeds(const shell_syntax::Statement& statement) {
  if (statement.kind != shell_syntax::StatementKind::kCommand) return false;
  const auto& words = shell_syntax::as<shell_syntax::Command>(statement).words;
  return words.size() == 1 && words[0].parts.size() == 1 &&
         words[0].parts[0].kind == shell_syntax::PartKind::kLiteral &&
         (words[0].parts[0].text == "true" || words[0].parts[0].text == ":");
}

// A carriage return of a comment or an empty line harms nothing.
std::optional<Span> first_carriage_return(const shell_syntax::ShellDocument& document) {
  const std::string_view text = document.source().bytes();
  if (text.find("\r\n") == text.npos) return std::nullopt;
  std::optional<Span> first;
  shell_syntax::Visitor visitor;
  visitor.statement = [&](const shell_syntax::Statement& statement) {
    const std::size_t end = std::min(text.find_first_not_of(" \t;&", statement.end), text.size());
    if (!text.substr(end).starts_with("\r\n") || (first && first->begin <= end)) return;
    const auto at = static_cast<std::uint32_t>(end);
    first = Span{document.source().id(), at, at + 1};
  };
  shell_syntax::walk(document.statements(), visitor);
  return first;
}

}  // namespace

Interpreter::Interpreter(const Source& source, const Start& start, Summary& out)
    : InterpreterState(source, file_name(source.path()), start, out) {
  for (const std::string_view each : {kPipefail, kErrexit, kAllexport, kNounset, kShift}) {
    Variable off;
    off.values = {ShellValue::computed("0", {})};
    variables_.set(each, std::move(off));
  }
  for (const EnvironmentWrite& each : start.environment) {
    Variable given;
    given.is_unset = !each.value;
    if (each.value) given.values = {from_text(*each.value)};
    given.exported = each.value.has_value();
    given.maybe_not = given.conditional = each.conditional;
    given.span = each.span;
    variables_.set(each.name, std::move(given));
  }
  if (start.folder) {
    Variable folder;
    folder.values = {from_text(*start.folder)};
    folder.span = start.folder->span;
    variables_.set(kFolder, std::move(folder));
  }
  if (start.arguments) {
    new_arguments_.emplace_back();
    for (const ExpandedWord& each : *start.arguments)
      new_arguments_.back().push_back(from_text(each));
    arguments_ = &new_arguments_.back();
  }
}

void Interpreter::run(shell_syntax::Block script) {
  block(script);
  run_uncalled();
  for (Command& each : out_.commands) {
    if (!each.context.background || each.context.wait) continue;
    const auto index = static_cast<std::size_t>(&each - out_.commands.data());
    const auto wait = std::lower_bound(waits_.begin(), waits_.end(), index);
    if (wait != waits_.end()) each.context.wait = out_.commands[*wait].span;
  }
}

void Interpreter::block(shell_syntax::Block block) {
  for (std::size_t i = 0; i < block.size() && completion_ == Completion::kNormal; ++i) {
    const std::size_t next_pipeline = out_.pipelines.size();
    const bool condition = i + 1 == block.size() && condition_;
    const bool outer = std::exchange(condition_, condition);
    statement(*block[i]);
    condition_ = outer;
    const bool piped = block[i]->kind == shell_syntax::StatementKind::kPipeline &&
                       shell_syntax::as<shell_syntax::Pipeline>(*block[i]).commands.size() > 1;
    if (piped && next_pipeline < out_.pipelines.size() && i + 1 < block.size()) {
      note_status(next_pipeline, *block[i + 1]);
    }
  }
}

void Interpreter::condition(shell_syntax::Block block) {
  condition_ = true;
  this->block(block);
  condition_ = false;
}

// The exit status of a pipeline is gone with the next command.
void Interpreter::note_status(std::size_t pipeline, const shell_syntax::Statement& next) {
  const auto span_of = [&](std::string_view name, std::string_view written) -> std::optional<Span> {
    const shell_syntax::Part* part = find_variable(next, name);
    const auto in_test = find_in_arithmetic(next, written);
    if (in_test && (part == nullptr || in_test->first < part->begin))
      return where(in_test->first, in_test->second);
    if (part == nullptr) return std::nullopt;
    return where(part->begin, part->end);
  };
  out_.pipelines[pipeline].status_read = span_of("?", "$?");
  out_.pipelines[pipeline].pipestatus_read = span_of("PIPESTATUS", "PIPESTATUS");
}

void Interpreter::statement(const shell_syntax::Statement& statement) {
  const bool no_rounds = in_rounds_ && round_steps_ == 0;
  if (++steps_ > most_steps_ || no_rounds) {
    give_up();
    return;
  }
  if (in_rounds_) --round_steps_;
  const bool outer = std::exchange(tested_, tested_ || condition_);
  const bool background =
      std::exchange(context_.background, context_.background || statement.background);
  if (statement.background)
    in_subshell([&] { foreground(statement); });
  else
    foreground(statement);
  context_.background = background;
  tested_ = outer;
}

void InterpreterState::give_up() {
  out_.incomplete = true;
  completion_ = Completion::kExit;
}

void InterpreterState::note_lost(const std::map<std::string, Variable>& changes) {
  constexpr std::size_t kMost = 1000;
  if (child_shell_ || uncalled_) return;
  for (const auto& [name, variable] : changes) {
    const Variable* outside = variables_.find(name);
    const bool is_function = variable.function.function != nullptr;
    const bool sets = is_function || (!name.starts_with(' ') && !variable.is_unset);
    if (!sets || outside != nullptr || out_.lost.size() >= kMost) continue;
    Span span = variable.span;
    if (is_function)
      span = {variable.function.source->id(), variable.function.function->begin,
              variable.function.function->begin};
    out_.lost.push_back(
        {is_function ? name.substr(1, name.size() - 3) : name, span, is_function, {}});
  }
}

void Interpreter::foreground(const shell_syntax::Statement& statement) {
  const std::size_t outputs = out_.outputs.size();
  for (const shell_syntax::Redirect& each : statement.redirects) {
    if (each.heredoc != nullptr) continue;
    std::vector<Field> fields;
    expand(*each.target, fields);  // also follows commands in substitutions
    const bool writes = each.op.find('>') != each.op.npos && each.op.find("&") != 1;
    if (writes && fields.size() == 1) note_output(fields[0].value, fields[0].span, false);
  }
  const std::size_t own = out_.outputs.size();
  follow(statement);
  for (std::size_t i = outputs; i < own; ++i) out_.outputs[i].end = out_.commands.size();
}

void Interpreter::follow(const shell_syntax::Statement& statement) {
  const bool condition = std::exchange(condition_, false);
  switch (statement.kind) {
    case shell_syntax::StatementKind::kCommand:
      return command(shell_syntax::as<shell_syntax::Command>(statement));
    case shell_syntax::StatementKind::kPipeline:
      condition_ = condition;
      return pipeline(shell_syntax::as<shell_syntax::Pipeline>(statement));
    case shell_syntax::StatementKind::kAndOr:
      condition_ = condition;
      return and_or(shell_syntax::as<shell_syntax::AndOr>(statement));
    case shell_syntax::StatementKind::kIf:
      return if_clause(shell_syntax::as<shell_syntax::If>(statement));
    case shell_syntax::StatementKind::kCase:
      return case_clause(shell_syntax::as<shell_syntax::Case>(statement));
    case shell_syntax::StatementKind::kFor:
    case shell_syntax::StatementKind::kForArithmetic:
    case shell_syntax::StatementKind::kWhile:
      return any_loop(statement);
    case shell_syntax::StatementKind::kFunction: {
      const auto& function = shell_syntax::as<shell_syntax::Function>(statement);
      Variable known;
      known.function = {&function, origin_, source_};
      known.conditional = context_.conditional;
      defined_.push_back(known.function);
      variables_.set(" " + std::string(function.name) + "()", std::move(known));
      return;
    }
    case shell_syntax::StatementKind::kGroup:
      return block(shell_syntax::as<shell_syntax::Compound>(statement).body);
    case shell_syntax::StatementKind::kSubshell:
      return in_subshell([&] { block(shell_syntax::as<shell_syntax::Compound>(statement).body); });
    case shell_syntax::StatementKind::kTest:
      for (const shell_syntax::Word& word : shell_syntax::as<shell_syntax::Test>(statement).words)
        single(word);
      return forget_assigned(statement);
  }
}

// Arithmetic is not followed.
void Interpreter::forget_assigned(const shell_syntax::Statement& statement) {
  const shell_syntax::Statement* only = &statement;
  NameReader reader;
  for (const auto& [name, place] : reader.read(shell_syntax::Block(&only, 1)).assigned)
    unknown_variable(name, where(place.begin, place.end));
}

void Interpreter::pipeline(const shell_syntax::Pipeline& pipeline) {
  const bool condition = std::exchange(condition_, false) || pipeline.negated;
  if (pipeline.commands.size() < 2) {
    for (const shell_syntax::Statement* each : pipeline.commands) {
      condition_ = condition;
      statement(*each);
      condition_ = false;
    }
    return;
  }
  const std::size_t index = out_.pipelines.size();
  Pipeline added;
  added.span = where(pipeline.begin, pipeline.end);
  added.pipefail = option(kPipefail);
  added.errexit = option(kErrexit);
  added.is_condition = condition;
  const shell_syntax::Statement& last = *pipeline.commands.back();
  added.last_command = where(last.begin, last.end);
  out_.pipelines.push_back(std::move(added));
  const auto outer = std::pair(context_.pipeline, context_.position);
  const std::size_t first = out_.commands.size();
  context_.pipeline = index;
  const bool outer_before = std::exchange(before_pipeline_, may_make_more_);
  for (std::size_t i = 0; i < pipeline.commands.size(); ++i) {
    context_.position = i;
    in_subshell([&] { statement(*pipeline.commands[i]); });
  }
  std::tie(context_.pipeline, context_.position) = outer;
  before_pipeline_ = outer_before;
  for (std::size_t i = first; i < out_.commands.size(); ++i) {
    const Command& command = out_.commands[i];
    if (command.context.pipeline != index ||
        command.context.position + 1 != pipeline.commands.size())
      continue;
    if (!command.words.empty() && command.words[0].is_known())
      out_.pipelines[index].last = command.words[0].value;
    break;
  }
}

void Interpreter::and_or(const shell_syntax::AndOr& both) {
  const bool condition = std::exchange(condition_, true);
  const std::size_t first = out_.pipelines.size();
  statement(*both.left);
  condition_ = false;
  for (std::size_t i = first; !both.is_and && succeeds(*both.right) && i < out_.pipelines.size();
       ++i)
    out_.pipelines[i].is_ignored = true;
  if (completion_ != Completion::kNormal) return;
  const auto outer = context_.after;
  if (both.is_and) context_.after = where(both.left->begin, both.left->end);
  follow_right(both, condition);
  context_.after = outer;
}

// Of `A && B` or `A || B`; `condition`: the status of both decides a condition.
void Interpreter::follow_right(const shell_syntax::AndOr& both, bool condition) {
  // What stands left in a chain was followed, and asked for, when its own right side was.
  const auto* chain = both.left->kind == shell_syntax::StatementKind::kAndOr
                          ? &shell_syntax::as<shell_syntax::AndOr>(*both.left)
                          : nullptr;
  const shell_syntax::Statement* left = chain ? chain->right : both.left;
  forget_counts(shell_syntax::Block(&left, 1));
  const auto holds = chain && chain == chain_ ? chain_holds_ : truth(*both.left);
  const auto run = [&] {
    condition_ = condition;
    statement(*both.right);
    condition_ = false;
  };
  if (!holds) {
    std::vector<BranchState> branches;
    branches.push_back(branch(run));
    branches.emplace_back();
    meet(std::move(branches), choice(shell_syntax::Block(&both.left, 1), both.is_and));
  } else if (*holds == both.is_and) {
    run();
  }
  chain_holds_ = joined(holds, both);
  chain_ = &both;
}

void Interpreter::run_substitution(shell_syntax::Block block) {
  const bool condition = std::exchange(condition_, false);
  const auto outer = std::pair(std::exchange(context_.pipeline, std::nullopt),
                               std::exchange(context_.position, 0));
  in_subshell([&] { this->block(block); });
  std::tie(context_.pipeline, context_.position) = outer;
  condition_ = condition;
}

Summary summarize(const shell_syntax::ShellDocument& document, const Start& start) {
  Summary out;
  out.carriage_return = first_carriage_return(document);
  Interpreter(document.source(), start, out).run(document.statements());
  return out;
}

}  // namespace mmlint::shell
