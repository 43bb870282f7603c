#pragma once

#include "shell/carriers.h"
#include "shell/interpreter_state.h"

namespace mmlint::shell {

// The abstract interpreter behind summarize(): follows a script statement by statement and records
// in the summary what runs. Where the outcome of a condition is known, one branch is followed; else
// all of them are, from the same state, and their states are joined behind the statement: a
// variable keeps what all of them agree on. A loop's body is followed once; the variables that it
// assigns are unknown from its beginning. When a bound is exceeded the interpreter stops, and the
// summary is marked as incomplete.
class Interpreter : public InterpreterState {
 public:
  // All arguments must outlive the interpreter.
  Interpreter(const Source& source, const Start& start, Summary& out);
  // Follows the statements of the source. To be called once.
  void run(shell_syntax::Block script);

 private:
  using Fields = std::vector<Field>;
  using Writes = std::vector<EnvironmentWrite>;

  void block(shell_syntax::Block block);
  void statement(const shell_syntax::Statement& statement);
  void foreground(const shell_syntax::Statement& statement);
  void pipeline(const shell_syntax::Pipeline& pipeline);
  void and_or(const shell_syntax::AndOr& both);
  void follow_right(const shell_syntax::AndOr& both, bool condition);
  void condition(shell_syntax::Block block);
  void note_status(std::size_t pipeline, const shell_syntax::Statement& next);
  void forget_assigned(const shell_syntax::Statement& statement);
  void follow(const shell_syntax::Statement& statement);

  // outputs.cc: folders that commands make, or need for their output.
  void note_folders(const Fields& words);
  void note_output(const ShellValue& path, Span span, bool by_tee);
  void run_substitution(shell_syntax::Block block) override;

  // branches.cc: `if`, `case`, && and ||, and the join of their states.
  void forget_counts(shell_syntax::Block condition);
  void if_clause(const shell_syntax::If& clause);
  void case_clause(const shell_syntax::Case& clause);
  // Returns the branch that runs if the caller passes nothing: the first if it is `taken`.
  DefaultBranch choice(shell_syntax::Block condition, bool taken);
  DefaultBranch choice(const shell_syntax::Case& clause);
  std::optional<bool> without_arguments(shell_syntax::Block condition);
  // Sets the state behind a statement to the join of the states of its branches.
  void meet(std::vector<BranchState> branches, const DefaultBranch& choice);
  static Variable meet(const Variable* a, const Variable* b);

  // conditions.cc: conditions whose outcome is known.
  std::optional<std::string> certain(const shell_syntax::Word& word);
  bool may_take(const ShellValue& value);
  std::optional<bool> is_empty(const shell_syntax::Word& word);
  std::optional<bool> outcome(std::span<const shell_syntax::Word> words);
  std::optional<bool> truth(shell_syntax::Block condition);
  std::optional<bool> truth(const shell_syntax::Statement& statement);
  std::optional<bool> joined(std::optional<bool> left, const shell_syntax::AndOr& both);
  std::optional<std::size_t> taken(const shell_syntax::Case& clause);
  std::optional<bool> holds(std::string_view arithmetic);

  // loops.cc: loops, and functions where they are called.
  void any_loop(const shell_syntax::Statement& clause);
  void add_called(AssignedNames& names, shell_syntax::Block block);
  std::vector<std::pair<std::string, AssignedName>> forget(const Variables::Forgotten& forgotten);
  Loop over_words(const shell_syntax::For& clause);
  Loop over_numbers(const shell_syntax::ForArithmetic& clause);
  Loop over_condition(const shell_syntax::While& clause);
  void count(Loop& loop, std::string_view from, std::string_view test);
  void loop(Loop loop, shell_syntax::Block condition, shell_syntax::Block body);
  std::map<std::string, Variable> after_rounds(const Loop& loop, shell_syntax::Block body);
  void run_function(FunctionDefinition known, bool conditional, std::vector<ShellValue> arguments);
  const Variable* find_function(std::string_view name) const;
  void run_uncalled();

  // reading.cc: builtins that set the variables they name.
  bool set_by_builtin(const shell_syntax::Command& command, const Fields& words, const Writes& own);
  bool read_text(const shell_syntax::Command& command, const Fields& words, const Writes& own);
  void unset(const Fields& words);
  // Follows a `while getopts` loop by its rounds; false if the arguments are not known.
  bool read_options(const shell_syntax::While& loop);

  // builtins.cc: assignments and the commands of the shell itself.
  void assign(const shell_syntax::Assignment& assignment, bool exports);
  void assign(const shell_syntax::Assignment& assignment, ShellValue value, bool exports);
  void set_variable(std::string_view name, SharedVector<ShellValue> values, Span span,
                    bool exports = false);
  void export_all(Variable& variable) const override;
  void unknown_variable(std::string_view name, Span span);
  void declare(const shell_syntax::Command& command, std::string_view name, const Fields& words);
  bool builtin(std::string_view name, const Fields& words);
  void set_options(const Fields& words);
  void change_folder(const Fields& words);
  void export_name(std::string_view name, Span span);
  const ShellValue* keep_text(ShellValue text);
  // Follows a file that the script reads into itself; returns false if the file is not known.
  bool read_in(const Fields& words);
  void evaluate(const Fields& words);
  bool option(std::string_view name) const;
  void note_setting(std::string_view name, const Variable& variable, bool removed);

  // commands.cc: commands that are not builtins, and the environment that they get.
  void command(const shell_syntax::Command& command);
  std::size_t note_command(const shell_syntax::Command& command, const Fields& words);
  void call(const Variable& function, const Fields& words, const Writes& own);
  void external(const shell_syntax::Command& command, const Fields& words, Writes own);
  // How a command is reached.
  struct Way {
    std::size_t command;                // its index in the summary
    bool elsewhere = false;             // in a container or on another machine
    std::vector<std::string> wrappers;  // the programs that run it, outermost first
    std::vector<Flag> step;             // the options of srun, if it is one of them
  };
  void start(const shell_syntax::Command& command, const Fields& words, std::size_t from,
             Writes own, Way way);
  void carry(const shell_syntax::Command& command, const Fields& words,
             const CarriedCommand& carried, Writes own, Way way);
  void repeat(const CarriedCommand& carried, std::size_t command);
  void note_early(std::span<const UnknownPart> parts, std::size_t command);
  void hide_variables();
  void forget_environment();
  void run_text(const ShellValue& text, std::vector<ShellValue> arguments, const Writes& own,
                const Way& way);
  Writes environment(const Writes& own, bool cleared);
  std::vector<UnexportedVariable> unexported(const Writes& own);
  EnvironmentWrite setting_of(const Field& word) const;
  static Variable no_shift();

  // embedded.cc: Python inside of the script.
  void embed_code(CodeTarget& target, const Field& code);
  void embed_heredocs(const shell_syntax::Command& command, const Fields& words, Launch* launch);
  static EmbeddedPython embedded(const ShellValue& value, const Source& source);

  // heredocs.cc: the text of here-documents, and the scripts that the script writes.
  ShellValue heredoc_text(const shell_syntax::Heredoc& heredoc);
  void run_input(const shell_syntax::Command& command, const Writes& own, const Way& way);
  void note_written(const shell_syntax::Command& command, const Fields& words);
  void note_kept(const shell_syntax::Heredoc& heredoc, const ShellValue& path);
  // Returns the text that the script has written to the file of that name; null if it wrote none.
  const ShellValue* written(const ShellValue& path) const;
  bool run_written(const Launch& launch, const Fields& words, const Writes& own, const Way& way);
  Way way_ = {};  // srun, if it runs the text that is followed
  // Names that decide the defaults of a condition; null while only certain facts count. Not owned.
  std::vector<std::string>* assumed_ = nullptr;
  std::optional<UnboundTest> unbound_;  // met where the defaults are judged
};

}  // namespace mmlint::shell
