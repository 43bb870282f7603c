#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/language.h"
#include "catalog/literal.h"

namespace mmlint::catalog {

// The verbs of rule files, {"do": NAME}, each with the words that a rule gives it. A string in a
// literal may be "{target.PATH}". load_fix.cc has their names, fix/verbs.cc says what they do.
namespace verb {

// Literals by key, in the order of the rule file.
using ByKey = std::vector<std::pair<std::string, Literal>>;

// Nothing is changed: the title says what to do.
struct Show {};

// For configs and scripts.

// The matched value becomes `value` or, if the rule has `values`, what they have for it; a value
// that they lack gets no fix. What follows `keep_from` in the old text stays behind `value`.
struct ReplaceValue {
  Literal value;
  ByKey values;  // by the matched value
  std::string keep_from;
};

// The matched dict gets a key.
struct AddKey {
  std::string key;
  Literal value;
};

// For configs.

// A key path has a value in every affected config.
struct EnsureKey {
  std::string key;
  Literal value;
  Literal block;  // the whole top-level value to write where there is none
};

// Of the dict that the matched key is in, entries are set and others go.
struct ChangeEntries {
  ByKey set;
  std::vector<std::string> drop;
};

// The matched key goes, or takes its new name if it has one.
struct RemoveKey {
  std::vector<std::pair<std::string, std::string>> rename;  // old and new name
};

// The matched value goes to another key path; the top-level key that it stood below goes as well if
// it held nothing else.
struct MoveValue {
  std::string key;
};

struct EnsureWrapper {};       // the configs get the model_wrapper_cfg that they need
struct ClassToString {};       // a lazy reference becomes its class name in quotes
struct ImportProcessGroup {};  // a new module makes the process group, and the config imports it

// For configs, on the text where the finding stands.

struct RemoveText {};         // the byte order mark goes
struct RemoveArgument {};     // the entry of a dict goes whose key it is
struct DropQuotes {};         // a string that is nothing but a template loses its quotes
struct UseBaseName {};        // {{_base_.x}} becomes _base_.x
struct RemoveSuppression {};  // one code of a comment goes, or the comment

// For scripts.

// The script makes the process group, in place of the call or in front of what builds a Runner.
struct MakeProcessGroup {};

// The tested argument of a call becomes `value`, and so does the argument `with` if the call has
// it.
struct ReplaceArgument {
  Literal value;
  std::string with;
  std::size_t with_position = 0;  // 0-based
};

// A call gets the arguments that it lacks.
struct AddArguments {
  std::vector<std::pair<std::string, std::string>> arguments;  // name and Python text
  std::string import;                                          // the module that the text needs
};

struct SetDefault {};    // os.environ[x] = y becomes os.environ.setdefault(x, y)
struct RemoveImport {};  // an import in a function goes
struct Guard {};         // a call gets `if torch.cuda.is_available():` in front of it

// For launch scripts.

struct UseTorchrun {};  // torchrun starts what python started

// A variable takes another name; where that one is set as well the setting goes.
struct RenameVariable {
  Literal value;
};

struct ReadPipestatus {};  // ${PIPESTATUS[0]} takes the place of $?

}  // namespace verb

using FixAction =
    std::variant<verb::Show, verb::ReplaceValue, verb::AddKey, verb::EnsureKey, verb::ChangeEntries,
                 verb::RemoveKey, verb::MoveValue, verb::EnsureWrapper, verb::ClassToString,
                 verb::ImportProcessGroup, verb::RemoveText, verb::RemoveArgument, verb::DropQuotes,
                 verb::UseBaseName, verb::RemoveSuppression, verb::MakeProcessGroup,
                 verb::ReplaceArgument, verb::AddArguments, verb::SetDefault, verb::RemoveImport,
                 verb::Guard, verb::UseTorchrun, verb::RenameVariable, verb::ReadPipestatus>;

// The value that a fix writes, if it writes one whatever it finds; else null.
inline const Literal* written_value(const FixAction& action) {
  return std::visit(
      [](const auto& verb) -> const Literal* {
        if constexpr (requires { verb.value; })
          return &verb.value;
        else
          return nullptr;
      },
      action);
}

struct RuleFix {
  LocalizedText title;
  Safety safety = Safety::kSafe;
  LocalizedText why_not_safe;  // required when not safe
  FixAction action;
};

}  // namespace mmlint::catalog
