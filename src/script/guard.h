#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The conditions under which a statement of a training script is reached, or an expression has a
// value.
namespace mmlint::script {

// A question that a condition of a script asks, whichever way the script spells it:
// torch.cuda.is_available() and mmengine.device.is_cuda_available() ask the same one.
struct Question {
  // In the order of the names that rule files have for them; see name_of.
  enum class Kind : std::uint8_t {
    kConfig,       // Does the loaded config have the key `subject`?
    kDevice,       // Is there an accelerator, by the code's own name for it ("cuda", "npu")?
    kEnvironment,  // Is the environment variable set?
    kGroup,        // Is torch.distributed initialized? (No subject.)
    kGroupFailed,  // Has making the process group raised an exception? (No subject.)
    kAttribute,    // Does a library have this attribute ("torch.npu")?
    kEquals,       // Is something the text `subject`, or does it begin with it? "a|b": one of them.
    kModule,       // Has the import of the package succeeded?
    kOption,       // Is the command-line option given, or true?
    kWrapped,      // Is the model an instance of a DDP wrapper? (No subject.)
  };
  Kind kind = Kind::kGroup;
  std::string subject = {};
  friend auto operator<=>(const Question&, const Question&) = default;
};

// The name of a question in rule files (`under`, `not_under`): "device:npu", "has:torch.npu",
// "is:cuda|xpu", "group".
std::string name_of(const Question& question);

// One answer to a question.
struct Condition {
  Question question;
  bool holds = true;
  friend auto operator<=>(const Condition&, const Condition&) = default;
};

// The path condition of a place: a conjunction of answers. It is a must fact, each answer holds on
// every path that gets to the place; about a question that it does not answer nothing is known.
// Copies share their conditions.
class Guard {
 public:
  // Adds what a path assumes. False if that contradicts what holds already: then the path is not
  // feasible, and the guard is not to be used any more.
  bool add(const Condition& condition);
  bool add(const Guard& other);
  // Removes the answer to a question, because the script has done something that changes it.
  void forget(const Question& question);
  // The answer to a question; nullopt if it is not known.
  std::optional<bool> answer(const Question& question) const;
  // All answers, sorted by question. Valid until the guard changes.
  std::span<const Condition> conditions() const;
  // The guard where two paths meet: the answers that both of them have.
  friend Guard common(const Guard& a, const Guard& b);
  friend bool operator==(const Guard& a, const Guard& b);

 private:
  std::shared_ptr<const std::vector<Condition>> conditions_;  // null: nothing is known
};

}  // namespace mmlint::script
