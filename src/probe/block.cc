#include "probe/block.h"

#include "base/sha256.h"
#include "base/text.h"

namespace mmlint::probe {
namespace {

constexpr std::string_view kBegin = "# >>> mmlint probe ";
constexpr std::string_view kHash = ", sha256 without it ";
constexpr std::string_view kEnd = "# <<< mmlint probe";

// The line at the beginning of a text, with its line end.
std::string_view first_line(std::string_view text) {
  const std::size_t feed = text.find('\n');
  return feed == text.npos ? text : text.substr(0, feed + 1);
}

std::string block(std::string_view indent, std::string_view line_end, std::string_view version,
                  std::string_view hash) {
  std::string out;
  const auto add = [&](std::string_view line) {
    out += fmt::format("{}{}{}", indent, line, line_end);
  };
  add(fmt::format("{}{}{}{}", kBegin, version, kHash, hash));
  add("try:  # 'mmlint probe restore' takes these lines out");
  add("    from . import mmlint_probe  # noqa: F401");
  add("except Exception:");
  add("    pass");
  add(kEnd);
  return out;
}

}  // namespace

std::string with_probe(const Source& runner, const WrapModel& found, std::string_view version) {
  const std::string_view text = runner.bytes();
  const std::string hash = sha256(text);
  std::string out;
  std::size_t copied = 0;
  for (const std::uint32_t at : found.wrapping) {
    const std::size_t begin = text.rfind('\n', at) + 1;  // npos + 1 is the first line
    const std::string_view end = first_line(text.substr(at)).ends_with("\r\n") ? "\r\n" : "\n";
    out += text.substr(copied, begin - copied);
    out += block(text.substr(begin, at - begin), end, version, hash);
    copied = begin;
  }
  out += text.substr(copied);
  return out;
}

std::optional<Probed> without_probe(std::string_view text) {
  std::optional<Probed> out;
  std::string original;
  bool inside = false;
  for (; !text.empty(); text.remove_prefix(first_line(text).size())) {
    const std::string_view line = first_line(text);
    std::string_view words = trim(line);
    if (words.starts_with(kBegin)) {
      inside = true;
      words.remove_prefix(kBegin.size());
      const std::size_t hash = std::min(words.find(kHash), words.size());
      if (!out) {
        out = Probed{std::string(words.substr(0, hash)), "", ""};
        if (hash < words.size()) out->sha256 = words.substr(hash + kHash.size());
      }
    } else if (inside) {
      inside = words != kEnd;
    } else {
      original += line;
    }
  }
  if (out) out->original = std::move(original);
  return out;
}

}  // namespace mmlint::probe
