#include "catalog/version.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "catalog/embedded.h"
#include "catalog/json_reader.h"

namespace mmlint::catalog {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes a number of at most six digits off the front.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  std::size_t length = 0;
  for (; length < text.size() && is_digit(text[length]); ++length) {
    if (length == 6) return std::nullopt;
    number = number * 10 + (text[length] - '0');
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return number;
}

// "rc1", ".post1", ".dev0", "+local" (PEP 440).
bool is_suffix(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() == '+') return text.size() > 1;
  for (const std::string_view word : {"a", "b", "rc", ".post", ".dev"}) {
    if (!text.starts_with(word)) continue;
    std::string_view rest = text.substr(word.size());
    return take_number(rest) && is_suffix(rest);
  }
  return false;
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  Version version{};
  for (std::size_t i = 0; i < version.size(); ++i) {
    if (i > 0) {
      if (text.size() < 2 || text.front() != '.' || !is_digit(text[1])) break;
      text.remove_prefix(1);
    }
    const auto number = take_number(text);
    if (!number) return std::nullopt;
    version[i] = *number;
  }
  if (!is_suffix(text)) return std::nullopt;
  return version;
}

std::string printed(const Version& version) {
  return fmt::format("{}.{}.{}", version[0], version[1], version[2]);
}

namespace {

constexpr std::string_view kFile = "mmengine/lines.json";

std::string_view embedded_text() {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == kFile) return file.text;
  }
  return {};
}

std::uint32_t number(const Node& node, const std::string& text) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size())
    node.fail(fmt::format("'{}' is no line", text));
  return out;
}

std::size_t index_of(const Literal& value, std::size_t count) {
  const auto* index = std::get_if<std::int64_t>(&value.value);
  return index && *index >= 0 ? std::min<std::size_t>(static_cast<std::size_t>(*index), count - 1)
                              : 0;
}

}  // namespace

Result<ReleaseLines> ReleaseLines::load() {
  ReleaseLines out;
  const std::string path = "rules/" + std::string(kFile);
  JsonFile file(path, embedded_text());
  const Node root(file);
  root.only({"releases", "calls"});
  for (const std::string& release : root.at("releases").strings())
    out.releases_.push_back(parse_version(release).value_or(Version{}));
  for (const auto& [name, functions] : root.at("calls").members()) {
    for (const auto& [function, calls] : functions.members()) {
      auto& lines = out.lines_[fmt::format("{}:{}", name, function)];
      for (const auto& [line, ranges] : calls.members()) {
        Bits bits(out.releases_.size());
        for (const Node& range : ranges.items()) {
          const Literal::List* ends = range.literal().list();
          if (!ends || ends->size() != 2) {
            range.fail("two numbers of releases");
            continue;
          }
          for (std::size_t i = index_of((*ends)[0], bits.size());
               i <= index_of((*ends)[1], bits.size()); ++i)
            bits[i] = true;
        }
        lines.emplace(number(calls, line), std::move(bits));
      }
    }
  }
  if (Status status = file.status(); !status) return tl::unexpected(status.error());
  return out;
}

std::optional<ReleaseLines::Span> ReleaseLines::releases(const std::vector<Call>& calls) const {
  Bits left(releases_.size(), true);
  bool any = false;
  for (const Call& call : calls) {
    std::string path(call.path);
    std::replace(path.begin(), path.end(), '\\', '/');
    const std::size_t package = path.rfind("mmengine/");
    if (package == std::string::npos) continue;
    const auto function = lines_.find(fmt::format("{}:{}", path.substr(package), call.function));
    if (function == lines_.end()) continue;
    const auto line = function->second.find(call.line);
    if (line == function->second.end()) continue;  // of a changed copy, or not recorded
    any = true;
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = left[i] && line->second[i];
  }
  const auto first = std::find(left.begin(), left.end(), true);
  if (!any || first == left.end()) return std::nullopt;
  const auto last = std::find(left.rbegin(), left.rend(), true);
  return Span{releases_[static_cast<std::size_t>(first - left.begin())],
              releases_[left.size() - 1 - static_cast<std::size_t>(last - left.rbegin())]};
}

}  // namespace mmlint::catalog
