#include "shell/options.h"

#include "facts/launch.h"
#include "shell/shell_value.h"

namespace mmlint::shell {
namespace {

std::string normal_name(std::string_view option) {
  option.remove_prefix(option.starts_with("--") ? 2 : 1);
  std::string out(option);
  if (out.size() > 1) std::ranges::replace(out, '-', '_');
  return out;
}

// Returns how many values an option takes, and completes its name where the program does so;
// nullopt for an option that is not known.
std::optional<std::size_t> read_name(std::string& name, std::string_view program) {
  const auto values = facts::values_of_option(program, name);
  if (values || name.size() < 2 || !facts::abbreviates_options(program)) return values;
  std::vector<std::string> fitting = facts::options_of(program);
  std::erase_if(fitting, [&](const std::string& each) { return !each.starts_with(name); });
  if (fitting.size() != 1) return std::nullopt;
  name = fitting[0];
  return facts::values_of_option(program, name);
}

bool may_be_value(const ExpandedWord& word) {
  return !word.value.starts_with('-') && !names_script(word);
}

}  // namespace

bool names_script(const ExpandedWord& word) {
  return word.value.ends_with(".py") || facts::has_shell_ending(word.value);
}

Span between(const ExpandedWord& first, const ExpandedWord& last) {
  Span out = first.span;
  if (last.span.file == out.file && last.span.end > out.end) out.end = last.span.end;
  return out;
}

ReadOptions read_options(std::span<const ExpandedWord> words, std::size_t first,
                         std::string_view program) {
  ReadOptions out;
  std::size_t at = first;
  for (; at < words.size(); ++at) {
    const ExpandedWord& word = words[at];
    if (word.precision == ExpandedWord::Precision::kAnyWords && word.value.empty()) {
      // $FLAGS before more options or a script; a script itself if nothing like that follows.
      const bool more_options =
          at + 1 < words.size() && words[at + 1].precision != ExpandedWord::Precision::kAnyWords &&
          (words[at + 1].value.starts_with('-') || !may_be_value(words[at + 1]));
      const bool only_rest = word.depends_on == "@";
      if (!more_options && !only_rest) break;
      out.more = true;
      continue;
    }
    if (!word.value.starts_with('-') || word.in_script_folder || word.value.size() < 2) break;
    if (word.is("--")) {
      ++at;
      break;
    }
    const std::size_t equals = word.value.find('=');
    // argparse does not treat "--a 1 --b 2" as an option (ArgumentParser._parse_optional).
    if (program == "torchrun" && word.value.find_first_of(" \n") < equals) break;
    Flag flag{normal_name(std::string_view(word.value).substr(0, equals)), word.span, std::nullopt};
    const bool is_long = word.value.starts_with("--");
    const auto takes = read_name(flag.name, program);
    const std::string_view letters = flag.name;
    const bool attached =
        !is_long && facts::values_of_option(program, letters.substr(0, 1));  // -r3
    const bool joined =
        !takes && !is_long && !attached && !letters.empty() &&  // -ds NAME
        facts::values_of_option(program, letters.substr(letters.size() - 1)).value_or(0) > 0;
    flag.known = takes || attached ||
                 (word.precision != ExpandedWord::Precision::kExact && equals == word.value.npos);
    if (equals != word.value.npos) {
      const ShellValue whole = from_text(word);
      flag.value = to_text(whole.part(equals + 1, whole.bytes.size()), word.span);
      if (!word.is_known()) flag.value->overridable = word.overridable;
    } else if (word.precision != ExpandedWord::Precision::kExact) {
      flag.value = word;  // `--name` and more that is not known
      flag.value->value.clear();
      flag.value->runs.clear();
      flag.value->sole_dependency = false;
    } else {
      const bool unlisted = is_long && at + 1 < words.size() && may_be_value(words[at + 1]);
      std::size_t count = takes.value_or(joined || unlisted ? 1 : 0);
      out.guessed = out.guessed || (!takes && unlisted &&
                                    words[at + 1].precision != ExpandedWord::Precision::kExact);
      while (count > 0 && at + 1 < words.size()) {
        ++at;
        flag.value = words[at];
        flag.span = between(word, words[at]);
        --count;
      }
    }
    out.flags.push_back(std::move(flag));
  }
  out.next = at;
  return out;
}

}  // namespace mmlint::shell
