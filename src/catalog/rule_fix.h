#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/language.h"
#include "catalog/literal.h"

namespace mmlint::catalog {

// What a fix does; check and fix know the verbs, a rule gives the words.
struct FixAction {
  enum class Verb : std::uint8_t {
    kShow,          // nothing: the title says what to do
    kReplaceValue,  // the matched value becomes `value`, or its partner in `values`
    kAddKey,        // the matched dict gets `key`: `value`
    kEnsureKey,  // key path `key` has `value` in every affected config; `block` if nothing is there
    kChangeEntries,  // of the dict that the matched key is in: `values` are set, `drop` goes
    kRemoveKey,      // the matched key goes, or takes the name that `values` has for it
    kMoveValue,      // to key path `key`; the top-level key it stood below goes if it held no more
    kEnsureWrapper,  // the wrapper block, as rules.md says under "Placement"
    kClassToString,  // a lazy reference becomes its class name in quotes
    kImportProcessGroup,  // a new module makes the process group, and the config imports it
    // These act on the text where the finding stands.
    kRemoveText,         // a byte order mark
    kRemoveArgument,     // the entry of a dict whose key it is
    kDropQuotes,         // of a string that is nothing but a template
    kUseBaseName,        // {{_base_.x}} becomes _base_.x
    kRemoveSuppression,  // one code of a comment, or the comment
    // These are for scripts.
    kMakeProcessGroup,  // in place of the call, or in front of the statement that builds a Runner
    kReplaceArgument,   // the tested argument, and `with` if the call has it, become `value`
    kAddArguments,      // the call gets `values`, Python text; `import` is what they need
    kSetDefault,        // os.environ[x] = y becomes os.environ.setdefault(x, y)
    kRemoveImport,      // with its line
    kGuard,             // if torch.cuda.is_available(): in front of the call
    // Of launch scripts.
    kUseTorchrun,     // torchrun starts what python started
    kRenameVariable,  // to `value`; where that is set as well the setting goes
    kReadPipestatus,  // ${PIPESTATUS[0]} where $? stands
  } verb = Verb::kShow;
  std::string key;
  Literal value;  // a string may be "{target.PATH}"
  // kReplaceValue: by matched value, one not listed gets no fix. kChangeEntries: by key.
  // kRemoveKey: new names by key.
  std::vector<std::pair<std::string, Literal>> values;
  std::vector<std::string> drop;
  std::string keep_from;          // kReplaceValue: the old text from here on stays behind `value`
  std::string import;             // kAddArguments: the module
  std::string with;               // kReplaceArgument: another argument of the call, by its name
  std::size_t with_position = 0;  // or 0-based
  Literal block;  // kEnsureKey: the whole top-level value to write when there is none
};

struct RuleFix {
  Text title;
  Safety safety = Safety::kSafe;
  Text why_not_safe;  // required when not safe
  FixAction action;
};

}  // namespace mmlint::catalog
