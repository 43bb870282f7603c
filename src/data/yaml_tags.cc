#include "data/yaml_tags.h"

#include "base/algorithms.h"
#include "base/text.h"

namespace mmlint::data {
namespace {

// Reads a text from left to right, as the alternatives of a regular expression do.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool one_of(std::string_view set) {
    if (text_.empty() || set.find(text_[0]) == set.npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view w) {
    if (!text_.starts_with(w)) return false;
    text_.remove_prefix(w.size());
    return true;
  }
  // As many as there are, at most `most`; what was read.
  std::string_view run(std::string_view set, std::size_t most = std::string_view::npos) {
    std::size_t n = std::min(text_.find_first_not_of(set), text_.size());
    n = std::min(n, most);
    const std::string_view out = text_.substr(0, n);
    text_.remove_prefix(n);
    return out;
  }
  std::string_view digits(std::size_t least, std::size_t most) {
    const std::string_view out = run("0123456789", most);
    if (out.size() < least) failed_ = true;
    return out;
  }
  bool failed() const { return failed_; }

 private:
  std::string_view text_;
  bool failed_ = false;
};

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kDigitsAndLine = "0123456789_";

bool is_bool(std::string_view t) {
  static constexpr std::string_view kWords[] = {"yes",  "Yes",  "YES",  "no",    "No",    "NO",
                                                "true", "True", "TRUE", "false", "False", "FALSE",
                                                "on",   "On",   "ON",   "off",   "Off",   "OFF"};
  return is_in(t, kWords);
}

// (?::[0-5]?[0-9])+
bool sixties(Reader& r) {
  bool any = false;
  while (r.word(":")) {
    const std::string_view part = r.run(kDigits);
    if (part.empty() || part.size() > 2 || (part.size() == 2 && part[0] > '5')) return false;
    any = true;
  }
  return any;
}

bool is_float(std::string_view t) {
  const auto exponent = [](Reader& r) {
    if (!r.one_of("eE")) return r.done();
    return r.one_of("+-") && !r.run(kDigits).empty() && r.done();
  };
  Reader point(t);
  if (point.word(".") && point.one_of(kDigits)) {
    point.run(kDigitsAndLine);
    if (exponent(point)) return true;
  }
  Reader r(t);
  if (r.word(".nan") || r.word(".NaN") || r.word(".NAN")) return r.done();
  r.one_of("+-");
  if (r.word(".inf") || r.word(".Inf") || r.word(".INF")) return r.done();
  if (!r.one_of(kDigits)) return false;
  r.run(kDigitsAndLine);
  Reader sixty = r;
  if (sixties(sixty) && sixty.word(".")) {
    sixty.run(kDigitsAndLine);
    if (sixty.done()) return true;
  }
  if (!r.word(".")) return false;
  r.run(kDigitsAndLine);
  return exponent(r);
}

bool is_int(std::string_view t) {
  Reader sign(t);
  sign.one_of("+-");
  Reader r = sign;
  if (r.word("0b")) return !r.run("01_").empty() && r.done();
  r = sign;
  if (r.word("0x")) return !r.run("0123456789abcdefABCDEF_").empty() && r.done();
  r = sign;
  if (r.word("0")) {
    r.run("01234567_");
    return r.done();
  }
  if (!r.one_of("123456789")) return false;
  r.run(kDigitsAndLine);
  return r.done() || (sixties(r) && r.done());
}

struct Timestamp {
  std::string_view year, month, day, hour, minute, second, fraction, sign, tz_hour, tz_minute;
  bool utc = false;
};

// timestamp_regexp in yaml/constructor.py; the resolver's is stricter for a date alone.
std::optional<Timestamp> read_timestamp(std::string_view t) {
  Timestamp out;
  Reader r(t);
  out.year = r.digits(4, 4);
  if (!r.word("-")) return std::nullopt;
  out.month = r.digits(1, 2);
  if (!r.word("-")) return std::nullopt;
  out.day = r.digits(1, 2);
  if (r.done()) return r.failed() ? std::nullopt : std::optional(out);
  if (!r.one_of("Tt") && r.run(" \t").empty()) return std::nullopt;
  out.hour = r.digits(1, 2);
  if (!r.word(":")) return std::nullopt;
  out.minute = r.digits(2, 2);
  if (!r.word(":")) return std::nullopt;
  out.second = r.digits(2, 2);
  if (r.word(".")) out.fraction = r.run(kDigits);
  Reader zone = r;
  zone.run(" \t");
  if (zone.word("Z")) {
    out.utc = true;
    r = zone;
  } else if (zone.word("+") || zone.word("-")) {
    out.sign = t.substr(t.find_last_of("+-"), 1);
    out.tz_hour = zone.digits(1, 2);
    if (zone.word(":")) out.tz_minute = zone.digits(2, 2);
    r = zone;
  }
  if (!r.done() || r.failed()) return std::nullopt;
  return out;
}

int number(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

int days_in(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : kDays[month - 1];
}

}  // namespace

std::string_view implicit_yaml_tag(std::string_view t) {
  // Where the resolver's expressions end, `$` lets one line end pass.
  if (t.size() > 1 && t.ends_with('\n')) t.remove_suffix(1);
  static constexpr std::string_view kNull[] = {"", "~", "null", "Null", "NULL"};
  if (is_in(t, kNull)) return "null";
  if (is_bool(t)) return "bool";
  if (t == "<<") return "merge";
  if (t == "=") return "value";
  if (!is_digit(t[0]) && t[0] != '.' && t[0] != '+' && t[0] != '-') return "str";
  if (is_float(t)) return "float";
  if (is_int(t)) return "int";
  if (const auto parts = read_timestamp(t)) {
    const bool padded = parts->month.size() == 2 && parts->day.size() == 2;
    if (!parts->hour.empty() || padded) return "timestamp";
  }
  return "str";
}

bool is_timestamp(std::string_view text) {
  return read_timestamp(text).has_value();
}

std::optional<std::string> iso_date(std::string_view text) {
  const auto parts = read_timestamp(text);
  if (!parts) return std::nullopt;
  const int year = number(parts->year);
  const int month = number(parts->month);
  const int day = number(parts->day);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in(year, month)) {
    return std::nullopt;
  }
  std::string out = fmt::format("{:04}-{:02}-{:02}", year, month, day);
  if (parts->hour.empty()) return out;
  const int hour = number(parts->hour);
  const int minute = number(parts->minute);
  const int second = number(parts->second);
  if (hour > 23 || minute > 59 || second > 59) return std::nullopt;
  out += fmt::format("T{:02}:{:02}:{:02}", hour, minute, second);
  std::string fraction(parts->fraction.substr(0, 6));
  fraction.resize(6, '0');
  if (fraction != "000000") out += "." + fraction;
  if (parts->utc) return out + "+00:00";
  if (parts->sign.empty()) return out;
  const int offset = number(parts->tz_hour) * 60 + number(parts->tz_minute);
  if (offset >= 24 * 60) return std::nullopt;
  return out +
         fmt::format("{}{:02}:{:02}", offset == 0 ? "+" : parts->sign, offset / 60, offset % 60);
}

std::optional<std::string> decode_base64(std::string_view text) {
  static constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned left = 0;
  int place = 0;
  int pads = 0;
  for (const char c : text) {
    if (c == '=') {
      if (place >= 2 && place + ++pads >= 4) return out;
      continue;
    }
    const std::size_t digit = kAlphabet.find(c);
    if (digit == kAlphabet.npos) continue;
    pads = 0;
    const auto bits = static_cast<unsigned>(digit);
    switch (place) {
      case 0:
        left = bits;
        break;
      case 1:
        out += static_cast<char>((left << 2) | (bits >> 4));
        left = bits & 0x0f;
        break;
      case 2:
        out += static_cast<char>((left << 4) | (bits >> 2));
        left = bits & 0x03;
        break;
      default:
        out += static_cast<char>((left << 6) | bits);
        left = 0;
    }
    place = (place + 1) % 4;
  }
  if (place != 0) return std::nullopt;
  return out;
}

}  // namespace mmlint::data
