#include "data/data_file.h"

#include "base/text.h"
#include "value/scalar_text.h"

// Follows Lib/json/decoder.py, scanner.py and Modules/_json.c of CPython 3.11.
namespace mmlint::data {
namespace {

constexpr int kMaxDepth = 400;

struct Refused {
  Problem problem;
};

class Json {
 public:
  Json(const DataText& text, Pool& pool) : source_(text), text_(text.text), pool_(pool) {}

  Value* run() {
    if (source_.has_bom) refuse("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    skip_space();
    Value* root = value(0);
    skip_space();
    if (at_ != text_.size()) refuse("Extra data", at_);
    return root;
  }

 private:
  [[noreturn]] void refuse(std::string_view message, std::size_t at) {
    throw Refused{
        {ProblemKind::kSyntaxError,
         source_.span(at, std::min(at + 1, text_.size())),
         {{"language", "JSON"}, {"exception", "JSONDecodeError"}, {"detail", std::string(message)}},
         {}}};
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\n\r", at_), text_.size()); }

  Value* value(int depth) {
    const std::size_t begin = at_;
    if (depth > kMaxDepth) {
      throw Refused{{ProblemKind::kLimitReached,
                     source_.span(begin, begin + 1),
                     {{"limit", fmt::format("{} nested values", kMaxDepth)}},
                     {}}};
    }
    if (peek() == '{') return object(depth);
    if (peek() == '[') return array(depth);
    if (peek() == '"') {
      const std::string_view content = pool_.keep(string());
      return pool_.string(content, source_.span(begin, at_));
    }
    for (const auto& [word, make] : kWords) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return make(pool_, source_.span(begin, at_));
    }
    return number();
  }

  Value* number() {
    const std::size_t begin = at_;
    const auto digits = [this](std::size_t from) {
      std::size_t end = from;
      while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
      return end;
    };
    const std::size_t first = begin + (peek() == '-' ? 1 : 0);
    std::size_t end = digits(first);
    if (end == first) refuse("Expecting value", begin);
    if (text_[first] == '0') end = first + 1;
    bool is_float = false;
    if (end < text_.size() && text_[end] == '.' && digits(end + 1) > end + 1) {
      end = digits(end + 1);
      is_float = true;
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (digits(exponent) > exponent) {
        end = digits(exponent);
        is_float = true;
      }
    }
    at_ = end;
    const Span span = source_.span(begin, end);
    const std::string_view body = text_.substr(begin, end - begin);
    if (is_float) return pool_.floating(parse_float(body), span);
    if (Value* integer = parse_decimal(pool_, body, span)) return integer;
    throw Refused{config_raises(span, "ValueError", std::string(kTooManyDigits))};
  }

  Value* array(int depth) {
    return container(Value::Kind::kList, ']',
                     [&](Value& out) { out.edit_items().push_back(value(depth + 1)); });
  }

  Value* object(int depth) {
    return container(Value::Kind::kDict, '}', [&](Value& out) {
      if (peek() != '"') refuse("Expecting property name enclosed in double quotes", at_);
      entry(out, depth);
    });
  }

  // Reads what is between two brackets; `read_item` adds an item to the value.
  Value* container(Value::Kind kind, char closer, const auto& read_item) {
    const std::size_t begin = at_++;
    Value* out = pool_.make(kind);
    skip_space();
    if (peek() != closer) {
      for (;; ++at_, skip_space()) {
        read_item(*out);
        skip_space();
        if (peek() == closer) break;
        if (peek() != ',') refuse("Expecting ',' delimiter", at_);
      }
    }
    out->span = source_.span(begin, ++at_);
    return out;
  }

  void entry(Value& dict, int depth) {
    const std::size_t begin = at_;
    const std::string_view name = pool_.keep(string());
    Value* key = pool_.string(name, source_.span(begin, at_));
    skip_space();
    if (peek() != ':') refuse("Expecting ':' delimiter", at_);
    ++at_;
    skip_space();
    Value* content = value(depth + 1);
    dict.edit_dict().set(key, content,
                         pool_.origin({.key = key->span, .value = content->span, .set = content}));
  }

  // The content of the string that begins here; UTF-8, a lone surrogate encoded as it is.
  std::string string() {
    const std::size_t begin = at_++;
    std::string out;
    for (;;) {
      if (at_ >= text_.size()) refuse("Unterminated string starting at", begin);
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20) refuse("Invalid control character at", at_);
      ++at_;
      if (c == '"') return out;
      if (c != '\\') {
        out += c;
        continue;
      }
      if (at_ >= text_.size()) refuse("Unterminated string starting at", begin);
      escape(out);
    }
  }

  void escape(std::string& out) {
    static constexpr std::string_view kNames = "\"\\/bfnrt";
    static constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    const std::size_t known = kNames.find(text_[at_]);
    if (known != kNames.npos) {
      ++at_;
      out += kMeant[known];
      return;
    }
    if (text_[at_] != 'u') refuse("Invalid \\escape", at_ - 1);
    ++at_;
    char32_t c = unit();
    if (c >= 0xd800 && c < 0xdc00 && peek() == '\\' && peek(1) == 'u') {
      const std::size_t back = at_;
      at_ += 2;
      const char32_t low = unit();
      if (low >= 0xdc00 && low < 0xe000)
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
      else
        at_ = back;
    }
    append_utf8(out, c);
  }

  char32_t unit() {
    char32_t c = 0;
    for (int i = 0; i < 4; ++i) {
      const char digit = peek(static_cast<std::size_t>(i));
      const char lower = static_cast<char>(digit | 0x20);
      if (digit >= '0' && digit <= '9')
        c = c * 16 + static_cast<char32_t>(digit - '0');
      else if (lower >= 'a' && lower <= 'f')
        c = c * 16 + static_cast<char32_t>(lower - 'a' + 10);
      else
        refuse("Invalid \\uXXXX escape", at_ - 1);
    }
    at_ += 4;
    return c;
  }

  struct Word {
    std::string_view text;
    Value* (*make)(Pool&, Span);
  };
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr Word kWords[] = {
      {"null", [](Pool& pool, Span at) { return pool.none(at); }},
      {"true", [](Pool& pool, Span at) { return pool.boolean(true, at); }},
      {"false", [](Pool& pool, Span at) { return pool.boolean(false, at); }},
      {"NaN", [](Pool& pool,
                 Span at) { return pool.floating(std::numeric_limits<double>::quiet_NaN(), at); }},
      {"Infinity", [](Pool& pool, Span at) { return pool.floating(kInfinity, at); }},
      {"-Infinity", [](Pool& pool, Span at) { return pool.floating(-kInfinity, at); }},
  };

  const DataText& source_;
  std::string_view text_;
  Pool& pool_;
  std::size_t at_ = 0;
};

}  // namespace

DataFile read_json(const DataText& text) {
  DataFile out;
  out.pool = std::make_unique<Pool>();
  try {
    out.root = Json(text, *out.pool).run();
  } catch (Refused& refused) {
    out.problems.push_back(std::move(refused.problem));
  }
  return out;
}

}  // namespace mmlint::data
