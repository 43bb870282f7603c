#pragma once

#include "base/interned_text.h"

// What the conditions of training scripts ask: script finds these questions, and rules name them.
namespace mmlint {

// A question that a condition of a script asks, whichever way the script spells it:
// torch.cuda.is_available() and mmengine.device.is_cuda_available() ask the same one.
struct Question {
  enum class Kind : std::uint8_t {
    kConfig,       // Does the loaded config have the key `subject`?
    kConfigText,   // Is the config's "KEY=TEXT": that text? "KEY=a|b": one of them.
    kDefault,      // Is what kEquals asks so by the default of an option, "OPTION=TEXT"?
    kDevice,       // Is there an accelerator, by the code's own name for it ("cuda", "npu")?
    kEnvironment,  // Is the environment variable set?
    kGiven,        // Has the command line given the option another value than its default?
    kGroup,        // Is torch.distributed initialized? (No subject.)
    kGroupFailed,  // Has making the process group raised an exception? (No subject.)
    kAttribute,    // Does a library have this attribute ("torch.npu")?
    kEquals,       // Is something the text `subject`, or does it begin with it? "a|b": one of them.
    kModule,       // Has the import of the package succeeded?
    kOption,       // Is the command-line option given, or true?
    kRank,         // Is the index of this process the one of "SYMBOL=N"? "SYMBOL<N": is it less?
    kWrapped,      // Is the model an instance of a DDP wrapper? (No subject.)
  };
  Kind kind = Kind::kGroup;
  InternedText subject = {};
  friend auto operator<=>(const Question&, const Question&) = default;
};

// A subject of Question::Kind::kEquals: the name of any backend that serves cards. Only the targets
// know these names.
inline constexpr std::string_view kCardBackend = "<backend of a card>";

// The two parts of the subject of Question::Kind::kConfigText or kDefault.
struct ConfigText {
  std::string_view key;   // the key path; the option's attribute
  std::string_view text;  // "a", or "a|b"
};
// Takes that subject apart; borrows it.
ConfigText config_text_of(const Question& question);

// Returns the name of a question, as rule files spell it: "device:npu", "has:torch.npu",
// "is:cuda|xpu", "group".
std::string name_of(const Question& question);

// The set of questions that one name in the `under` or `not_under` of a rule file stands for:
// "wrapped", "device:npu", "option:*" for any option, "*" for any question.
struct QuestionPattern {
  std::optional<Question::Kind> kind;  // nullopt: any
  std::string subject = {};            // ends with '*' where only its beginning is given

  bool fits(const Question& question) const;
};
// Parses such a name; returns nullopt if no question has it.
std::optional<QuestionPattern> read_question_pattern(std::string_view name);

}  // namespace mmlint
