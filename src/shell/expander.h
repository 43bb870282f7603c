#pragma once

#include <memory_resource>

#include "shell/variables.h"

namespace mmlint::shell {

// One of the fields that a word expands to.
struct Field {
  ShellValue value;
  Span span;  // the word
  // Returns true if the field is certainly this text.
  bool plain(std::string_view text) const { return value.plain() && value.text() == text; }
};

// Expands words at a program point of a script, as bash does: braces, parameters, command
// substitution, arithmetic, word splitting, quote removal. What cannot be computed becomes unknown
// parts. It is the base of the interpreter; it reads the variables and, for ${X:=y}, writes them.
// Its functions stand in expander.cc, parameters.cc and substitutions.cc.
class Expander {
 public:
  // `file_name` is the script's own name, for $0. The source must outlive the expander.
  Expander(const Source& source, std::string_view file_name)
      : source_(&source), file_name_(file_name), read_name_(file_name) {}
  virtual ~Expander() = default;

 protected:
  // State of the shell that is not a variable. It is kept among the variables, under names that no
  // variable can have, so that branches join it like variables.
  static constexpr std::string_view kFolder = " folder";  // unset: where the user starts the script
  static constexpr std::string_view kShift = " shift";    // how many parameters `shift` removed
  // Bounds; what exceeds one becomes unknown.
  static constexpr std::size_t kMaxItems = 1000;        // items of a range {1..N} or of `seq`
  static constexpr std::size_t kMaxUnknownParts = 100;  // unknown parts of a value
  static constexpr std::size_t kMaxText = 1u << 16;     // bytes of a value made of other values

  static constexpr std::size_t kMaxMade = 48u << 20;  // bytes of all values that are made

  // Stops following the script.
  virtual void give_up() = 0;
  // Notes that a value is taken for unknown since its text would be too long.
  virtual void note_cut() = 0;
  // Counts values that are made, which may be copies, and gives up when they are more than kMaxMade
  // bytes. Returns false then.
  bool spend(std::span<const ShellValue> values);
  // Follows the commands of a substitution whose output cannot be computed.
  virtual void run_substitution(shell_syntax::Block block) = 0;
  // Marks a variable as exported if `set -a` is in effect.
  virtual void export_all(Variable& variable) const = 0;

  // Returns the fields of all these words.
  std::vector<Field> fields(std::span<const shell_syntax::Word> words);
  // Appends the fields of a word.
  void expand(const shell_syntax::Word& word, std::vector<Field>& out);
  // Returns the value of a word in an assignment, which bash does not split into fields.
  ShellValue single(const shell_syntax::Word& word);
  // Returns the place in the file of byte offsets in the text that is followed, which is the file
  // or a string (`origin_`).
  Span where(std::uint32_t begin, std::uint32_t end) const;
  // Returns the words of a value that is not quoted, split at blanks as bash does.
  std::vector<ShellValue> split(const ShellValue& value) const;

  // Returns the value of the text inside $((...)); nullopt if it is not known. Adds to *deciders
  // the variables and parameters on which defaults in the text depend.
  std::optional<std::int64_t> number(std::string_view text,
                                     std::vector<std::string>* deciders = nullptr);

  // Returns the output of `printf FORMAT ARGUMENT...`; nullopt if it is not known.
  static std::optional<ShellValue> formatted(std::span<const Field> words, Span span);

  // rounds.cc: values that are known for each iteration (round) of a loop.
  using Rounds = std::pair<std::string, std::size_t>;  // the loop's variable, number of rounds
  // Computes a value from others; nullopt if that is not possible.
  using Compute = std::function<std::optional<ShellValue>(std::span<const ShellValue> values)>;
  // Returns the rounds of the one loop on which all unknown parts of values depend, else 0 rounds.
  static Rounds rounds_of(std::span<const ShellValue> values);
  // Returns a value of such a loop in one round, counted from 0.
  static ShellValue in_round(const ShellValue& value, std::size_t round);
  // Computes a result from values in each round of a loop; nullopt if a result is not known.
  static std::optional<ShellValue> in_rounds(std::span<const ShellValue> values, Span span,
                                             const Compute& compute);
  std::optional<ShellValue> arithmetic_in_rounds(std::string_view text, Span span);
  // The round for which number() computes; nullopt outside of in_rounds().
  std::optional<std::pair<Rounds, std::size_t>> round_;

  // Returns how many positional parameters `shift` has removed; nullopt if that is not known.
  std::optional<std::size_t> shifted() const;

  // The positional parameters of the function that is followed, or of `set --`; null for those of
  // the script, which only the caller knows. Not owned.
  const std::vector<ShellValue>* arguments_ = nullptr;
  // The file that is followed: the script, or another one that it reads into itself. Not owned.
  const Source* source_;
  std::string file_name_;  // the script's own name
  std::string read_name_;  // the path of *source_ below the script's folder, for BASH_SOURCE
  // The string that is followed (eval, `bash -c`); null for the file. Not owned.
  const ShellValue* origin_ = nullptr;
  bool child_shell_ = false;  // in `bash -c` and the like, which see only exported variables
  Variables variables_;
  std::size_t made_ = 0;  // bytes of all values made so far

 private:
  class Builder;  // collects the fields of a word
  void add_parts(std::span<const shell_syntax::Part> parts, bool quoted, Builder& out);
  void add_part(const shell_syntax::Part& part, bool quoted, Builder& out);
  void add_list(const shell_syntax::Part& part, bool quoted, Builder& out);
  void expand_range(const shell_syntax::Word& word, const shell_syntax::Part& range,
                    std::vector<Field>& out);
  ShellValue literal(const shell_syntax::Part& part) const;
  ShellValue operand(const shell_syntax::Part& part);

  static bool is_alone(std::span<const shell_syntax::Part> parts);
  static bool is_list(const shell_syntax::Part& part);
  // Returns the items of "$@" or "${X[@]}"; nullopt if they are not known.
  std::optional<std::vector<ShellValue>> list(const shell_syntax::Part& part);
  ShellValue parameter(const shell_syntax::Part& part);
  // The value of a parameter, before its operator is applied.
  struct ParameterValue {
    ShellValue value;
    bool unset = false;     // must: it has no value
    bool assigned = false;  // the script has set it
  };
  ParameterValue lookup(const shell_syntax::Part& part);
  ParameterValue positional(const shell_syntax::Part& part, std::size_t number);
  ShellValue with_default(const shell_syntax::Part& part, const ParameterValue& found);
  ShellValue remove_affix(const shell_syntax::Part& part, const ShellValue& value);
  ShellValue script(std::string_view name) const;
  ShellValue arithmetic(const shell_syntax::Part& part);

  ShellValue substitution(const shell_syntax::Part& part);
  CardCount counted_cards(shell_syntax::Block block);
  // Returns the output of commands that can be computed (echo, pwd, dirname, seq...); nullopt for
  // others. Sets `followed` to true if the words were expanded already, so that the commands must
  // not be followed a second time.
  std::optional<ShellValue> output(shell_syntax::Block block, Span span, bool& followed);
  std::optional<ShellValue> output(const std::vector<Field>& words, Span span);
  // filters.cc
  ShellValue replaced(const shell_syntax::Part& part, const ShellValue& value);
  std::optional<ShellValue> filtered_output(shell_syntax::Block commands, Span span,
                                            bool& followed);
  // Returns the output of `cd X && pwd`; nullopt if it is not known.
  std::optional<ShellValue> folder_after(const shell_syntax::Statement& cd,
                                         const shell_syntax::Statement& pwd, bool& followed);

  std::string last_unknown_;  // UnknownPart::depends_on of the last variable number() did not know
  const std::string* range_value_ = nullptr;  // the item of {0..7} that the word is expanded for
};

}  // namespace mmlint::shell
