#include "data/data_numbers.h"

#include <charconv>
#include <cstdlib>
#include <string>

#include "value/pool.h"
#include "value/scalar_text.h"

namespace mmlint::data {

Value* parse_decimal(Pool& pool, std::string_view digits, Span span) {
  const bool negative = digits.starts_with('-');
  if (digits.size() - (negative ? 1 : 0) > 4300) return nullptr;
  const std::size_t first = digits.find_first_not_of('0', negative ? 1 : 0);
  if (first == digits.npos) return pool.integer(0, span);
  std::string plain(negative ? "-" : "");
  plain += digits.substr(first);
  return parse_int(pool, plain, span);
}

double parse_float(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  // Too large or too small for from_chars, which then sets nothing.
  if (result.ec == std::errc::result_out_of_range)
    value = std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

}  // namespace mmlint::data
