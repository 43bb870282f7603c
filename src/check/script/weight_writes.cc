#include "check/script/weight_writes.h"

#include <cctype>

#include "base/text.h"
#include "check/script/exchanges.h"
#include "check/script/program_syntax.h"
#include "launch/reachable.h"

namespace mmlint::check {
namespace {

using Documents = std::vector<const syntax::Document*>;

bool is_word_char(char each) {
  return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_';
}

// Returns the identifier at the beginning of a text; empty if there is none.
std::string_view identifier(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_word_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool is_import(std::string_view line) {
  const std::string_view first = trim(line);
  return first.starts_with("from ") || first.starts_with("import ");
}

// Whether a location is in an import of a name that no file uses: from torch.nn.parallel import
// DistributedDataParallel as DDP, without another DDP.
bool is_unused_import(std::string_view text, std::size_t at, const Documents& documents) {
  if (!is_import(line_before(text, at))) return false;
  while (at > 0 && is_word_char(text[at - 1])) --at;
  std::string_view name = identifier(text.substr(at));
  const std::string_view rest = text.substr(at + name.size());
  if (rest.starts_with(" as ")) name = identifier(rest.substr(4));
  return std::ranges::all_of(documents, [&](const auto* document) {
    const std::string_view all = document->source().bytes();
    for (std::size_t next = 0; has_word(all, name, next, &next); ++next) {
      if (!is_import(line_before(all, next))) return false;
    }
    return true;
  });
}

bool is_harmless(const syntax::Document& document, std::size_t at, std::string_view word,
                 const launch::Program& program) {
  const std::string_view text = document.source().bytes();
  const std::string_view before = line_before(text, at);
  const bool of_gradients = before.ends_with(".grad.") || before.ends_with(".grad.data.") ||
                            (word == ".data =" && before.ends_with(".grad"));
  // In a file without parameters and tensors, self.data is an ordinary attribute.
  const bool of_object = word == ".data =" && before.ends_with("self") &&
                         !has_word(text, "Parameter") && !contains(text, "Tensor)");
  const auto offset = static_cast<std::uint32_t>(at);
  const Span place{document.source().id(), offset,
                   offset + static_cast<std::uint32_t>(word.size())};
  const std::set<Span> late = calls_after_training(program.summary());
  const auto is_late = [&](const script::Call& call) {
    return late.contains(call.span) && call.callee.contains(place);
  };
  return of_gradients || of_object || std::ranges::any_of(program.summary().calls, is_late) ||
         is_unused_import(text, at, program.get<documents_of>()) ||
         launch::is_idle(place, program.summary(), program.workspace());
}

}  // namespace

bool may_set_weights(const launch::Program& program) {
  constexpr std::array<std::string_view, 16> kWords = {
      "broadcast", "load_state_dict", "all_gather",   "reduce_scatter",
      "isend",     "irecv",           "copy_",        "fill_",
      "constant_", "zeros_",          "ones_",        ".data =",
      "averagers", "horovod",         "DataParallel", "vector_to_parameters"};
  return std::ranges::any_of(program.get<documents_of>(), [&](const auto* document) {
    const std::string_view text = document->source().bytes();
    return std::ranges::any_of(kWords, [&](std::string_view word) {
      for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (!is_harmless(*document, at, word, program)) return true;
      }
      return false;
    });
  });
}

}  // namespace mmlint::check
