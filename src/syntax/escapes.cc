#include "syntax/escapes.h"

#include "base/text.h"

namespace mmlint::syntax {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
bool is_octal(char c) {
  return c >= '0' && c <= '7';
}
class Decoder {
 public:
  Decoder(std::string_view content, const DecodeOptions& options, Decoded& out)
      : content_(content), options_(options), out_(out) {}

  void run() {
    while (at_ < content_.size() && out_.wrong == nullptr) step();
  }

 private:
  char peek(std::size_t ahead) const {
    return at_ + ahead < content_.size() ? content_[at_ + ahead] : '\0';
  }
  void put(char c, std::size_t taken) {
    out_.text += c;
    at_ += taken;
  }

  void step() {
    const char c = content_[at_];
    if (c == '\r') {
      put('\n', peek(1) == '\n' ? 2 : 1);
    } else if (options_.braces && (c == '{' || c == '}')) {
      if (peek(1) == c) {
        put(c, 2);
      } else {
        out_.wrong = c == '}' ? "f-string: single '}' is not allowed" : "f-string: expecting '}'";
      }
    } else if (c == '\\' && !options_.raw && at_ + 1 < content_.size()) {
      escape(peek(1));
    } else {
      put(c, 1);
    }
  }

  void escape(char c) {
    static constexpr std::string_view kLetters = "\\'\"abfnrtv";
    static constexpr std::string_view kMeaning = "\\'\"\a\b\f\n\r\t\v";
    if (const auto found = kLetters.find(c); found != std::string_view::npos) {
      put(kMeaning[found], 2);
    } else if (c == '\n') {
      at_ += 2;
    } else if (c == '\r') {
      at_ += peek(2) == '\n' ? 3 : 2;
    } else if (is_octal(c)) {
      octal();
    } else if (c == 'x') {
      hex(2, options_.bytes ? "(value error) invalid \\x escape"
                            : "(unicode error) 'unicodeescape' codec can't decode bytes: truncated "
                              "\\xXX escape");
    } else if (options_.bytes) {
      put('\\', 1);
    } else if (c == 'u') {
      hex(4, "(unicode error) 'unicodeescape' codec can't decode bytes: truncated \\uXXXX escape");
    } else if (c == 'U') {
      hex(8,
          "(unicode error) 'unicodeescape' codec can't decode bytes: truncated \\UXXXXXXXX escape");
    } else if (c == 'N') {
      character_name();
    } else {
      put('\\', 1);
    }
  }

  void octal() {
    ++at_;
    unsigned value = 0;
    for (int digits = 0; digits < 3 && is_octal(peek(0)); ++digits, ++at_) {
      value = value * 8 + static_cast<unsigned>(peek(0) - '0');
    }
    append(value);
  }

  void hex(int digits, const char* wrong) {
    at_ += 2;
    std::uint32_t value = 0;
    for (; digits > 0; --digits, ++at_) {
      const int digit = hex_digit(peek(0));
      if (digit < 0) {
        out_.wrong = wrong;
        return;
      }
      value = value << 4 | static_cast<std::uint32_t>(digit);
    }
    if (value > 0x10ffff) {
      out_.wrong =
          "(unicode error) 'unicodeescape' codec can't decode bytes: illegal Unicode character";
      return;
    }
    append(value);
  }

  void character_name() {
    const std::size_t close = content_.find('}', at_);
    if (peek(2) != '{' || close == std::string_view::npos || close == at_ + 3) {
      out_.wrong =
          "(unicode error) 'unicodeescape' codec can't decode bytes: malformed \\N character "
          "escape";
      return;
    }
    out_.has_name = true;
    at_ = close + 1;
  }

  void append(std::uint32_t value) {
    if (options_.bytes) {
      out_.text += static_cast<char>(value & 0xff);
    } else {
      append_utf8(out_.text, value);
    }
  }

  std::string_view content_;
  const DecodeOptions& options_;
  Decoded& out_;
  std::size_t at_ = 0;
};

}  // namespace

Decoded decode_literal(std::string_view content, const DecodeOptions& options) {
  Decoded result;
  const auto has = [&](char c) { return content.find(c) != std::string_view::npos; };
  if (options.bytes &&
      std::ranges::any_of(content, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
    result.wrong = "bytes can only contain ASCII literal characters";
    return result;
  }
  result.view = content;
  result.changed =
      (!options.raw && has('\\')) || has('\r') || (options.braces && (has('{') || has('}')));
  if (result.changed) {
    result.text.reserve(content.size());
    Decoder(content, options, result).run();
  }
  return result;
}

}  // namespace mmlint::syntax
