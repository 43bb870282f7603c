#include "shell/launch_reader.h"

#include "facts/launch.h"
#include "shell/options.h"

namespace mmlint::shell {
namespace {

bool is_python(std::string_view name) {
  return name.starts_with("python") && name.find_first_not_of("0123456789.", 6) == name.npos;
}

bool starts_python(const ExpandedWord& word) {
  return word.value.ends_with(".py") || word.is("-m") || word.is("-u") || word.is("-c");
}

class Reader {
 public:
  Reader(std::span<const ExpandedWord> words, std::size_t first) : words_(words), first_(first) {}

  std::optional<Launch> run() {
    if (first_ >= words_.size()) return std::nullopt;
    launch_.first = first_;
    launch_.program = words_[first_];
    launch_.span = between(words_[first_], words_.back());
    launch_.starter = words_[first_].span;
    if (!program(first_)) return std::nullopt;
    return std::move(launch_);
  }

 private:
  struct Starter {
    std::string_view name;
    LaunchKind kind;
    std::string_view options;  // the program that has the same ones
  };

  bool program(std::size_t at) {
    const ExpandedWord& word = words_[at];
    const std::string_view name = program_name(word);
    if (is_python(name)) return python(at);
    // $PYTHON is somebody's interpreter.
    const bool unknown = word.precision != ExpandedWord::Precision::kExact && word.value.empty();
    if (unknown && at + 1 < words_.size() && starts_python(words_[at + 1])) return python(at);
    if (word.precision == ExpandedWord::Precision::kExact && word.value.ends_with(".py"))
      return target(ScriptTarget{words_[at]}, at);
    if (facts::is_shell(name)) return shell_script(at + 1);
    if (word.precision == ExpandedWord::Precision::kExact && word.value.ends_with(".sh"))
      return shell_script(at);
    const Starter starters[] = {{"torchrun", LaunchKind::kTorchRun, "torchrun"},
                                {"mpirun", LaunchKind::kMpirun, "mpirun"},
                                {"mpiexec", LaunchKind::kMpirun, "mpirun"},
                                {"horovodrun", LaunchKind::kHorovodrun, "horovodrun"},
                                {"deepspeed", LaunchKind::kDeepspeed, "deepspeed"},
                                {"accelerate", LaunchKind::kAccelerate, "accelerate"}};
    // openmim's mim/commands/train.py: the config is the word behind the package.
    if (name == "mim" && at + 2 < words_.size() && words_[at + 1].is("train")) {
      launch_.kind = LaunchKind::kPackage;
      launch_.starter = between(words_[at], words_[at + 1]);
      return target(ModuleTarget{words_[at + 2]}, at + 2);
    }
    if (name == "xtuner" && at + 1 < words_.size() && words_[at + 1].is("train")) {
      launch_.kind = LaunchKind::kPackage;
      launch_.starter = between(words_[at], words_[at + 1]);
      return target(ModuleTarget{words_[at]}, at + 1);
    }
    for (const Starter& each : starters) {
      if (each.name != name) continue;
      if (each.kind != LaunchKind::kAccelerate) return starter(each, at + 1);
      if (at + 1 >= words_.size() || !words_[at + 1].is("launch")) return false;
      launch_.starter = between(words_[at], words_[at + 1]);
      return starter(each, at + 2);
    }
    return false;
  }

  // What starts several processes: options, then the script.
  bool starter(const Starter& kind, std::size_t at) {
    launch_.kind = kind.kind;
    ReadOptions read = read_options(words_, at, kind.options);
    if (!launch_.launcher) launch_.launcher.emplace();
    launch_.launcher->flags = std::move(read.flags);
    launch_.more_flags = read.more;
    const bool is_program = kind.kind == LaunchKind::kMpirun ||
                            kind.kind == LaunchKind::kHorovodrun ||
                            launch_.flag("no_python") != nullptr;
    if (read.next >= words_.size()) return true;  // started without a script, or it is in "$@"
    if (is_program) {
      const LaunchKind outer = launch_.kind;
      auto wrapped = unwrap(words_.subspan(read.next));
      const bool found =
          read.next + wrapped.first < words_.size() && program(read.next + wrapped.first);
      launch_.kind = outer;
      if (!found && std::holds_alternative<std::monostate>(launch_.target))
        launch_.arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(read.next),
                                 words_.end());
      return true;
    }
    if (read.guessed && !names_script(words_[read.next])) return true;
    const bool is_module = launch_.flag("m") != nullptr || launch_.flag("module") != nullptr;
    if (is_module) return target(ModuleTarget{words_[read.next]}, read.next);
    return target(ScriptTarget{words_[read.next]}, read.next);
  }

  bool target(LaunchTarget kind, std::size_t at) {
    launch_.target = std::move(kind);
    launch_.arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(at) + 1, words_.end());
    return true;
  }

  bool shell_script(std::size_t at) {
    launch_.kind = LaunchKind::kShell;
    for (; at < words_.size() &&
           (words_[at].value.starts_with('-') || words_[at].value.starts_with('+'));
         ++at) {
      const std::string& option = words_[at].value;
      if (option.find('c') != option.npos && !option.starts_with("--")) return false;  // `bash -c`
      if (option.ends_with('o') || option.ends_with('O')) ++at;
    }
    return at < words_.size() && target(ScriptTarget{words_[at]}, at);
  }

  bool python(std::size_t at) {
    launch_.interpreter = words_[at];
    const std::size_t interpreter = at++;
    for (; at < words_.size(); ++at) {
      const ExpandedWord& word = words_[at];
      if (word.precision == ExpandedWord::Precision::kAnyWords && word.value.empty()) {
        // $FLAGS before more options or a script, or the script itself.
        const bool more = at + 1 < words_.size() && starts_python(words_[at + 1]);
        if (!more) return target(ScriptTarget{words_[at]}, at);
        launch_.more_flags = true;
        continue;
      }
      if (word.is("-")) return target(StandardInputTarget{words_[at]}, at);
      if (!word.value.starts_with('-') || word.in_script_folder)
        return target(ScriptTarget{words_[at]}, at);
      if (word.value.starts_with("--")) continue;
      for (std::size_t i = 1; i < word.value.size(); ++i) {
        const char letter = word.value[i];
        if (letter != 'c' && letter != 'm' && letter != 'W' && letter != 'X') continue;
        const bool attached = i + 1 < word.value.size();
        if (letter == 'W' || letter == 'X') {
          at += attached ? 0 : 1;
          break;
        }
        if (attached) return true;  // -mNAME: rare, and nothing is known
        if (at + 1 >= words_.size()) return false;
        if (letter == 'c') return target(CodeTarget{words_[at + 1]}, at + 1);
        return module(interpreter, at + 1);
      }
    }
    launch_.target = StandardInputTarget{};
    return true;
  }

  bool module(std::size_t interpreter, std::size_t at) {
    const bool run = words_[at].is("torch.distributed.run");
    if (!run && !words_[at].is("torch.distributed.launch"))
      return target(ModuleTarget{words_[at]}, at);
    launch_.starter = between(words_[interpreter], words_[at]);
    if (!launch_.launcher) launch_.launcher.emplace();
    launch_.launcher->module = words_[at].span;
    return starter({"", run ? LaunchKind::kTorchRun : LaunchKind::kTorchLaunch, "torchrun"},
                   at + 1);
  }

  std::span<const ExpandedWord> words_;
  std::size_t first_;
  Launch launch_;
};

}  // namespace

std::string_view program_name(const ExpandedWord& word) {
  if (word.precision != ExpandedWord::Precision::kExact) return {};
  const std::string_view path = word.value;
  return path.substr(path.rfind('/') + 1);
}

std::optional<Launch> read_launch(std::span<const ExpandedWord> words, std::size_t first) {
  return Reader(words, first).run();
}

std::optional<std::size_t> shell_text(std::span<const ExpandedWord> words, std::size_t first) {
  if (first >= words.size() || !facts::is_shell(program_name(words[first]))) return std::nullopt;
  bool text = false;
  std::size_t at = first + 1;
  for (; at < words.size() && words[at].value.starts_with('-'); ++at) {
    const std::string& option = words[at].value;
    text = text || (!option.starts_with("--") && option.find('c') != option.npos);
    if (option == "-o") ++at;
  }
  return text && at < words.size() ? std::optional(at) : std::nullopt;
}

bool reads_commands(std::span<const ExpandedWord> words, std::size_t first) {
  if (first >= words.size() || !facts::is_shell(program_name(words[first]))) return false;
  std::size_t at = first + 1;
  for (; at < words.size() && words[at].value.starts_with('-'); ++at) {
    const std::string& option = words[at].value;
    if (option.starts_with("--") && option != "--") continue;
    if (option.find('s') != option.npos || option == "-") return true;
    if (option.find('c') != option.npos) return false;
    if (option.ends_with('o') || option.ends_with('O')) ++at;
  }
  return at >= words.size();
}

const ExpandedWord& Launch::target_word() const {
  static const ExpandedWord kNone;
  if (const auto* script = std::get_if<ScriptTarget>(&target)) return script->path;
  if (const auto* named = std::get_if<ModuleTarget>(&target)) return named->name;
  if (const auto* code = std::get_if<CodeTarget>(&target)) return code->code;
  if (const auto* input = std::get_if<StandardInputTarget>(&target)) return input->dash;
  return kNone;
}

const Flag* Launch::flag(std::string_view name) const {
  const Flag* found = nullptr;
  if (!launcher) return found;
  for (const Flag& each : launcher->flags) {
    if (each.name == name) found = &each;
  }
  return found;
}

const EnvironmentWrite* Launch::variable(std::string_view name) const {
  for (const EnvironmentWrite& each : environment) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace mmlint::shell
