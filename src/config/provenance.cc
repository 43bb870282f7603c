#include "config/provenance.h"

#include "base/text.h"
#include "value/key_path.h"

namespace mmlint::config {
namespace {

std::string_view identifier_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_identifier(text.substr(at, end + 1 - at))) ++end;
  return text.substr(at, end - at);
}

// {{$NAME:default}} in a text.
std::string_view name_in_template(std::string_view written) {
  const std::size_t braces = written.find("{{");
  if (braces == written.npos) return {};
  const std::size_t dollar = written.find('$', braces);
  return dollar == written.npos ? std::string_view() : identifier_at(written, dollar + 1);
}

// os.environ.get('NAME'), os.environ['NAME'] or os.getenv('NAME') in code.
std::string_view name_in_call(std::string_view written) {
  std::size_t at = written.find("environ");
  if (at == written.npos) at = written.find("getenv");
  if (at == written.npos) return {};
  at = written.find_first_of("'\"", at);
  return at == written.npos ? std::string_view() : identifier_at(written, at + 1);
}

std::string_view written_value(const Origin& origin, const SourceStore& sources) {
  const bool is_dict = origin.set() && origin.set()->kind == Value::Kind::kDict;
  if (!origin.value().known() || is_dict) return {};
  return sources.text(origin.value());
}

}  // namespace

std::string_view how_name(const Origin& origin, const Written& in) {
  switch (origin.how()) {
    case How::kMerged:
      return "merged";
    case How::kReplaced:
      return "replaced";
    case How::kBaseVariable:
      return "base variable";
    case How::kImported:
      return "imported";
    case How::kLiteral:
    case How::kComputed:
      break;
  }
  // MMEngine puts templates in as text, so the code cannot tell; the file can.
  const std::string_view written = written_value(origin, in.sources);
  if (const std::string name(name_in_template(written)); !name.empty()) {
    return in.environment.count(name) != 0 ? "environment variable" : "environment default";
  }
  const std::size_t braces = written.find("{{");
  if (braces != written.npos && written.find("file", braces) != written.npos)
    return "predefined variable";
  if (origin.how() == How::kLiteral) return "literal";
  return origin.source() ? "variable" : "computed";
}

std::string environment_name(const Origin& origin, const Written& in) {
  const std::string_view written = written_value(origin, in.sources);
  const std::string_view name = name_in_template(written);
  return std::string(name.empty() ? name_in_call(written) : name);
}

const Origin* definer(const Origin* origin) {
  return definer(origin, FileId::kNone);
}

const Origin* definer(const Origin* origin, FileId file) {
  while (origin) {
    const bool is_merge = origin->how() == How::kMerged && origin->shadows();
    if (is_merge && file != FileId::kNone && place(*origin).file == file) break;
    if (is_merge)
      origin = origin->shadows();
    else if (origin->source() &&
             (origin->how() == How::kImported || origin->how() == How::kBaseVariable))
      origin = origin->source();
    else
      break;
  }
  return origin;
}

Span definition(const Resolved& config, std::string_view key) {
  if (const Entry* entry = config.root->dict().find(key)) {
    const Span at = place(*definer(entry->origin));
    if (at.known()) return at;
  }
  const FileId file = config.document->source().id();
  const auto statements = config.document->statements();
  if (statements.empty()) return {file, 0, 0};
  return {file, statements.front().begin, statements.front().end};
}

const Origin* nearest_definer(const Resolved& config, std::string_view key_path) {
  while (!key_path.empty()) {
    const FoundValue found = value_at(*config.root, key_path);
    if (found.value && found.entry) {
      const Origin* origin = definer(found.entry->origin);
      return origin && origin->value().known() ? origin : nullptr;
    }
    const std::size_t dot = key_path.rfind('.');
    key_path = dot == key_path.npos ? std::string_view() : key_path.substr(0, dot);
  }
  return nullptr;
}

}  // namespace mmlint::config
