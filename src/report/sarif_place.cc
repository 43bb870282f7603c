#include "report/sarif_place.h"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

using Json = nlohmann::ordered_json;

// A path as RFC 3986 writes it: of its bytes, only those stay that mean nothing in any URI.
std::string percent_encoded(std::string_view path) {
  static constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out;
  for (const char byte : path) {
    if (kPlain.find(byte) != kPlain.npos)
      out += byte;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  }
  return out;
}

}  // namespace

std::string source_root(const Settings& settings) {
  return settings.git_root.empty() ? settings.display_root : settings.git_root;
}

std::string file_uri(std::string_view path) {
  return "file://" + percent_encoded(path);
}

Json sarif_artifact(const std::string& path, const Settings& settings) {
  const std::string root = source_root(settings);
  if (!path.starts_with('/')) return Json{{"uri", percent_encoded(path)}};
  if (root.empty() || !is_below(path, root)) return Json{{"uri", file_uri(path)}};
  return Json{{"uri", percent_encoded(relative_path(path, root))}, {"uriBaseId", kSourceRoot}};
}

Json sarif_region(const Span& span, const SourceStore& sources) {
  const Position begin = sources.begin_of(span);
  const Position end = sources.end_of(span);
  return Json{{"startLine", begin.line},
              {"startColumn", begin.column},
              {"endLine", end.line},
              {"endColumn", end.column}};
}

Json sarif_location(const Span& span, const SourceStore& sources, const Settings& settings) {
  return Json{{"physicalLocation",
               Json{{"artifactLocation", sarif_artifact(sources.get(span.file).path(), settings)},
                    {"region", sarif_region(span, sources)}}}};
}

Json sarif_message(std::string_view text) {
  std::string out = printable_lines(text);
  for (std::size_t at = out.find("]("); at != out.npos; at = out.find("](", at + 2))
    out.insert(at + 1, 1, '\\');
  return Json{{"text", std::move(out)}};
}

}  // namespace mmlint::report
