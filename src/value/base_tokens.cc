#include "value/base_tokens.h"

namespace mmlint {

using syntax::BaseVariable;

namespace {

constexpr std::size_t kDigits = 6;  // of a token's random part, which is its end

void change_digits(std::span<char> token) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  for (char& c : token.last(kDigits)) c = kHex[(kHex.find(c) + 8) % kHex.size()];
}

}  // namespace

BaseTokens::BaseTokens(std::span<const BaseVariable> variables) : variables_(variables) {
  for (const BaseVariable& v : variables) by_token_.emplace(v.token, &v);
}

const BaseVariable* BaseTokens::find(std::string_view token) const {
  if (!token.starts_with('_')) return nullptr;  // most texts are none
  const auto it = by_token_.find(token);
  return it == by_token_.end() ? nullptr : it->second;
}

std::string BaseTokens::with_other_digits(std::string_view text) const {
  std::string out(text);
  if (find(text)) {
    change_digits(out);
    return out;
  }
  // Inside a literal it stands in its own double quotes.
  for (std::size_t at = out.find('"'); at != out.npos; at = out.find('"', at + 1)) {
    const std::size_t end = out.find('"', at + 1);
    if (end == out.npos) break;
    if (!find(std::string_view(out).substr(at + 1, end - at - 1))) continue;
    change_digits(std::span(out).subspan(at + 1, end - at - 1));
    at = end;
  }
  return out;
}

}  // namespace mmlint
