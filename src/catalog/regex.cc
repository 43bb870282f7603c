#include "catalog/regex.h"

#include <re2/re2.h>

#include <utility>

namespace mmlint::catalog {

Result<std::shared_ptr<const Regex>> Regex::compile(const std::string& pattern) {
  std::shared_ptr<const Regex> regex = checked_before(pattern);
  const re2::RE2& compiled = regex->compiled();
  if (!compiled.ok())
    return fail("'" + pattern + "' is no regular expression: " + compiled.error());
  return regex;
}

std::shared_ptr<const Regex> Regex::checked_before(std::string pattern) {
  return std::shared_ptr<const Regex>(new Regex(std::move(pattern)));
}

Regex::Regex(std::string pattern) : pattern_(std::move(pattern)) {}

Regex::~Regex() = default;

const re2::RE2& Regex::compiled() const {
  std::call_once(once_, [this] {
    re2::RE2::Options options;
    options.set_log_errors(false);
    regex_ = std::make_unique<const re2::RE2>(pattern_, options);
  });
  return *regex_;
}

bool Regex::matches(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled());
}

std::optional<std::string> Regex::group(std::string_view text) const {
  std::string out;
  if (compiled().NumberOfCapturingGroups() < 1) return std::nullopt;
  const bool found =
      re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled(), &out);
  return found ? std::optional(std::move(out)) : std::nullopt;
}

std::string Regex::any_of(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    if (!out.empty()) out += '|';
    out += re2::RE2::QuoteMeta(text);
  }
  return out;
}

}  // namespace mmlint::catalog
