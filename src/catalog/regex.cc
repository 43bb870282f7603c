#include "catalog/regex.h"

#include <re2/re2.h>

#include <utility>

namespace mmlint::catalog {

Result<std::shared_ptr<const Regex>> Regex::compile(const std::string& pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto regex = std::make_unique<re2::RE2>(pattern, options);
  if (!regex->ok()) return fail("'" + pattern + "' is no regular expression: " + regex->error());
  return std::shared_ptr<const Regex>(new Regex(std::move(regex)));
}

Regex::Regex(std::unique_ptr<re2::RE2> regex) : regex_(std::move(regex)) {}

Regex::~Regex() = default;

bool Regex::matches(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex_);
}

std::optional<std::string> Regex::group(std::string_view text) const {
  std::string out;
  if (regex_->NumberOfCapturingGroups() < 1) return std::nullopt;
  const bool found =
      re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex_, &out);
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
