#include "catalog/version.h"

#include <cstdio>

#include "catalog/embedded.h"
#include "catalog/json_reader.h"
#include "catalog/regex.h"

namespace mmlint::catalog {
namespace {

// A release, with a pre- or post-release behind it: "rc1", ".post1", ".dev0", "+local" (PEP 440).
constexpr const char* kForm =
    R"((?s)^v?[0-9]{1,6}([.][0-9]{1,6}){0,2}((a|b|rc|[.]post|[.]dev)[0-9]{1,6})*([+].+)?$)";

constexpr std::string_view kFile = "mmengine/lines.json";

std::string_view embedded_text() {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == kFile) return file.text;
  }
  return {};
}

std::size_t index_of(const Literal& value, std::size_t count) {
  const auto* index = std::get_if<std::int64_t>(&value.value);
  return index && *index >= 0 ? std::min(static_cast<std::size_t>(*index), count - 1) : 0;
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  static const auto form = Regex::checked_before(kForm);
  if (!form->matches(text)) return std::nullopt;
  if (text.starts_with('v')) text.remove_prefix(1);
  Version version{};
  std::sscanf(std::string(text).c_str(), "%d.%d.%d", &version[0], &version[1], &version[2]);
  return version;
}

std::string printed(const Version& version) {
  return fmt::format("{}.{}.{}", version[0], version[1], version[2]);
}

Result<ReleaseLines> ReleaseLines::load() {
  ReleaseLines out;
  const std::string path = "rules/" + std::string(kFile);
  JsonFile file(path, embedded_text());
  const Node root(file);
  for (const std::string& release : root.at("releases").strings())
    out.releases_.push_back(parse_version(release).value_or(Version{}));
  for (const auto& [name, functions] : root.at("calls").members()) {
    for (const auto& [function, calls] : functions.members()) {
      auto& lines = out.lines_[fmt::format("{}:{}", name, function)];
      for (const auto& [line, ranges] : calls.members()) {
        Bits& bits = lines.emplace(line, Bits(out.releases_.size())).first->second;
        for (const Node& range : ranges.items()) {
          const std::vector<Node> ends = range.items();
          for (std::size_t i = index_of(ends.front().literal(), bits.size());
               i <= index_of(ends.back().literal(), bits.size()); ++i)
            bits[i] = true;
        }
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
    std::ranges::replace(path, '\\', '/');
    const std::size_t package = path.rfind("mmengine/");
    if (package == std::string::npos) continue;
    const auto function = lines_.find(fmt::format("{}:{}", path.substr(package), call.function));
    if (function == lines_.end()) continue;
    const auto line = function->second.find(std::to_string(call.line));
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
