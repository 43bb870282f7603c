#include "check/script/weight_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text.h"
#include "launch/reachable.h"
#include "project/workspace.h"

namespace mmlint::check {
namespace {

using script::Call;

bool is_word_char(char each) {
  return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_';
}

// The identifier at the beginning of a text; empty if there is none.
std::string_view identifier(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool is_import(std::string_view line) {
  const std::string_view first = trim(line);
  return first.starts_with("from ") || first.starts_with("import ");
}

// Whether an expression certainly makes a tensor of its own, which shares no memory with another.
bool makes_tensor(std::string_view value) {
  constexpr std::array<std::string_view, 4> kMakers = {"torch.tensor(", "torch.ones(",
                                                       "torch.zeros(", "torch.full("};
  return value.ends_with(".clone()") ||
         std::any_of(kMakers.begin(), kMakers.end(),
                     [value](std::string_view maker) { return value.starts_with(maker); });
}

// What stands above a place in the same function.
struct Above {
  std::string_view value;     // the last that the variable was given; empty if that is not known
  std::string_view function;  // the name of the function; empty for none
};

Above look_above(std::string_view text, std::size_t at, std::string_view variable) {
  Above out;
  const std::string_view start = line_before(text, at);
  const std::size_t indent = std::min(start.size(), start.find_first_not_of(" \t"));
  std::size_t end = text.rfind('\n', at);
  while (end != text.npos && end != 0) {
    const std::size_t before = text.rfind('\n', end - 1);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    const std::string_view whole = text.substr(begin, end - begin), line = trim(whole);
    end = before;
    if (line.starts_with("def ")) {
      if (whole.find_first_not_of(" \t") >= indent) continue;
      out.function = identifier(line.substr(4));
      return out;
    }
    if (!out.value.empty() || variable.empty() || !line.starts_with(variable)) continue;
    const std::string_view rest = trim(line.substr(variable.size()));
    if (rest.starts_with("=") && !rest.starts_with("==")) out.value = trim(rest.substr(1));
  }
  return out;
}

}  // namespace

WeightTexts::WeightTexts(const script::Summary& script, project::Workspace& workspace)
    : script_(script), workspace_(workspace) {
  for (const std::string& file : script.files) {
    if (const syntax::Document* document = workspace.document(file)) documents_.push_back(document);
  }
}

const syntax::Document* WeightTexts::document_at(Span at) const {
  const auto found = std::find_if(documents_.begin(), documents_.end(),
                                  [&](const auto* each) { return each->source().id() == at.file; });
  return found == documents_.end() ? nullptr : *found;
}

Reduced WeightTexts::reduced(const Call& call) const {
  const script::Argument* tensor = call.argument("tensor", 0);
  const syntax::Document* document = tensor ? document_at(tensor->span) : nullptr;
  if (!document) return Reduced::kUnknown;
  const std::string_view all = document->source().bytes();
  const std::string_view text =
      all.substr(tensor->span.begin, tensor->span.end - tensor->span.begin);
  if (text.find("grad") != text.npos) return Reduced::kGradients;
  if (text.empty() || identifier(text) != text) return Reduced::kUnknown;
  const Above above = look_above(all, call.callee.begin, text);
  if (!makes_tensor(above.value)) return Reduced::kUnknown;
  return is_copied_to_gradients(above.function) ? Reduced::kGradients : Reduced::kMeasure;
}

// p.grad.copy_(mean(p.grad)), where the run gets to the call of the function.
bool WeightTexts::is_copied_to_gradients(std::string_view function) const {
  if (function.empty()) return false;
  for (const syntax::Document* document : documents_) {
    const std::string_view text = document->source().bytes();
    for (const std::string_view target :
         {".grad.copy_(", ".grad.data.copy_(", ".grad = ", ".grad.data = "}) {
      for (std::size_t at = text.find(target); at != text.npos; at = text.find(target, at + 1)) {
        const std::size_t begin = at + target.size();
        const std::string_view rest = text.substr(begin, text.find('\n', begin) - begin);
        if (identifier(rest) != function || rest.find("grad") == rest.npos) continue;
        const auto offset = static_cast<std::uint32_t>(begin);
        const Span place{document->source().id(), offset,
                         offset + static_cast<std::uint32_t>(function.size())};
        if (!launch::is_idle(place, script_, workspace_)) return true;
      }
    }
  }
  return false;
}

// from torch.nn.parallel import DistributedDataParallel as DDP, and no file says DDP again.
bool WeightTexts::is_unused_import(std::string_view text, std::size_t at) const {
  if (!is_import(line_before(text, at))) return false;
  while (at > 0 && is_word_char(text[at - 1])) --at;
  std::string_view name = identifier(text.substr(at));
  const std::string_view rest = text.substr(at + name.size());
  if (rest.starts_with(" as ")) name = identifier(rest.substr(4));
  return std::all_of(documents_.begin(), documents_.end(), [&](const auto* document) {
    const std::string_view all = document->source().bytes();
    for (std::size_t next = 0; has_word(all, name, next, &next); ++next) {
      if (!is_import(line_before(all, next))) return false;
    }
    return true;
  });
}

bool WeightTexts::is_harmless(const syntax::Document& document, std::size_t at,
                              std::string_view word) const {
  const std::string_view text = document.source().bytes();
  const std::string_view before = line_before(text, at);
  const bool of_gradients = before.ends_with(".grad.") || before.ends_with(".grad.data.") ||
                            (word == ".data =" && before.ends_with(".grad"));
  const auto offset = static_cast<std::uint32_t>(at);
  const Span place{document.source().id(), offset,
                   offset + static_cast<std::uint32_t>(word.size())};
  return of_gradients || is_unused_import(text, at) || launch::is_idle(place, script_, workspace_);
}

bool WeightTexts::may_set_weights() const {
  constexpr std::array<std::string_view, 16> kWords = {
      "broadcast", "load_state_dict", "all_gather",   "reduce_scatter",
      "isend",     "irecv",           "copy_",        "fill_",
      "constant_", "zeros_",          "ones_",        ".data =",
      "averagers", "horovod",         "DataParallel", "vector_to_parameters"};
  return std::any_of(documents_.begin(), documents_.end(), [&](const auto* document) {
    const std::string_view text = document->source().bytes();
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
      for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (!is_harmless(*document, at, word)) return true;
      }
      return false;
    });
  });
}

}  // namespace mmlint::check
