#pragma once

#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "shell/variables.h"
#include "shell_syntax/ast.h"

namespace mmlint::shell {

// A word after expansion.
struct Field {
  ShellValue value;
  Span span;
  bool plain(std::string_view text) const { return value.plain() && value.text == text; }
};

// What words stand for at one point of a script. Its functions stand in expander.cc, parameters.cc
// and substitutions.cc.
class Expander {
 public:
  Expander(FileId file, std::string_view file_name) : file_(file), file_name_(file_name) {}
  virtual ~Expander() = default;

 protected:
  // What a command reads but no variable is; kept among the variables, so that branches treat it
  // alike.
  static constexpr std::string_view kFolder =
      " folder";                                        // unset: where the user started the script
  static constexpr std::string_view kShift = " shift";  // how many positional parameters are gone
  static constexpr std::size_t kMaxItems = 1000;        // of a range, of seq
  static constexpr std::size_t kMaxHoles = 100;         // of a value
  static constexpr std::size_t kMaxText = 1u << 16;     // of a value made of other values

  // The commands of a substitution whose output is not known.
  virtual void run_substitution(shell_syntax::Block block) = 0;
  virtual void export_all(Variable& variable) const = 0;

  std::vector<Field> fields(std::span<const shell_syntax::Word> words);
  void expand(const shell_syntax::Word& word, std::vector<Field>& out);
  // As the value of an assignment: no splitting.
  ShellValue single(const shell_syntax::Word& word);
  // An offset range of the nodes at hand, in the file.
  Span where(std::uint32_t begin, std::uint32_t end) const;
  // The fields that an unquoted value becomes.
  std::vector<ShellValue> split(const ShellValue& value) const;

  // Of $((...)); sets *overridable if a variable in it is.
  std::optional<std::int64_t> number(std::string_view text, bool* overridable = nullptr);

  // How many positional parameters are gone, if that is known.
  std::optional<std::size_t> shifted() const;

  // Positional parameters of a function that is called, or after `set --`; null: those of the
  // script.
  const std::vector<ShellValue>* arguments_ = nullptr;
  // The text that the nodes were read from, if that is no file.
  const ShellValue* origin_ = nullptr;
  bool child_shell_ = false;  // in `bash -c`: sees exported variables only
  Variables variables_;

 private:
  class Builder;
  void add_parts(std::span<const shell_syntax::Part> parts, bool quoted, Builder& out);
  void add_part(const shell_syntax::Part& part, bool quoted, Builder& out);
  void add_list(const shell_syntax::Part& part, bool quoted, Builder& out);
  void expand_range(const shell_syntax::Word& word, const shell_syntax::Part& range,
                    std::vector<Field>& out);
  ShellValue literal(const shell_syntax::Part& part) const;
  ShellValue operand(const shell_syntax::Part& part);

  static bool is_alone(std::span<const shell_syntax::Part> parts);
  static bool is_list(const shell_syntax::Part& part);
  // All of "$@" or "${X[@]}"; nothing if they are not known.
  std::optional<std::vector<ShellValue>> list(const shell_syntax::Part& part);
  ShellValue parameter(const shell_syntax::Part& part);
  struct Found {
    ShellValue value;
    bool unset = false;
    bool assigned = false;  // by the script
  };
  Found lookup(const shell_syntax::Part& part);
  Found positional(const shell_syntax::Part& part, std::size_t number);
  ShellValue with_default(const shell_syntax::Part& part, const Found& found);
  ShellValue remove_affix(const shell_syntax::Part& part, const ShellValue& value);
  ShellValue script() const;
  ShellValue arithmetic(const shell_syntax::Part& part);

  ShellValue substitution(const shell_syntax::Part& part);
  // `followed`: the words were expanded, so the commands are not to be followed again.
  std::optional<ShellValue> output(shell_syntax::Block block, Span span, bool& followed);
  std::optional<ShellValue> output(const std::vector<Field>& words, Span span);
  std::optional<ShellValue> folder_after(const shell_syntax::Statement& cd,
                                         const shell_syntax::Statement& pwd, bool& followed);

  FileId file_;
  std::string file_name_;
  const std::string* range_value_ = nullptr;  // of the range in the word at hand
};

}  // namespace mmlint::shell
