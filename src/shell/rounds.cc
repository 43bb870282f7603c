#include "base/text.h"
#include "shell/expander.h"

// Values that are known for each iteration (round) of a loop, and printf.
namespace mmlint::shell {

Expander::Rounds Expander::rounds_of(std::span<const ShellValue> values) {
  Rounds out;
  for (const ShellValue& value : values) {
    for (const UnknownPart& part : value.unknown_parts) {
      const Rounds own{part.depends_on, part.rounds ? part.rounds->size() : 0};
      if (own.second == 0 || (out.second != 0 && own != out)) return {};
      out = own;
    }
  }
  return out;
}

ShellValue Expander::in_round(const ShellValue& value, std::size_t round) {
  ShellValue out;
  std::size_t from = 0;
  for (const UnknownPart& part : value.unknown_parts) {
    out.append(value.part(from, part.at));
    out.append((*part.rounds)[round], part.blame, false);
    from = part.at + 1;
  }
  out.append(value.part(from, value.bytes.size()));
  return out;
}

std::optional<ShellValue> Expander::in_rounds(std::span<const ShellValue> values, Span span,
                                              const Compute& compute) {
  const Rounds rounds = rounds_of(values);
  if (rounds.second == 0) return std::nullopt;
  std::vector<std::string> texts;
  std::size_t size = 0;
  bool many = false;
  for (std::size_t i = 0; i < rounds.second; ++i) {
    std::vector<ShellValue> filled;
    for (const ShellValue& each : values) filled.push_back(in_round(each, i));
    const auto computed = compute(filled);
    if (!computed || !computed->plain() || computed->overridable()) return std::nullopt;
    texts.emplace_back(computed->text());
    size += texts.back().size();
    if (size > kMaxText) return std::nullopt;
    many =
        many || texts.back().empty() || texts.back().find_first_of(" \t\n*?[") != std::string::npos;
  }
  ShellValue out = ShellValue::unknown(span, rounds.first, many);
  UnknownPart& part = out.unknown_parts.own()[0];
  part.has_more = true;
  part.rounds = std::make_shared<const std::vector<std::string>>(std::move(texts));
  return out;
}

// Returns the value of $((...)) in each round of the loop on which its variables depend.
std::optional<ShellValue> Expander::arithmetic_in_rounds(std::string_view text, Span span) {
  const Variable* variable = last_unknown_.empty() ? nullptr : variables_.find(last_unknown_);
  if (variable == nullptr || variable->values.size() != 1) return std::nullopt;
  const std::vector<ShellValue> counter{variable->values[0]};
  const Rounds rounds = rounds_of(counter);
  std::size_t next = 0;
  auto out = in_rounds(counter, span, [&](std::span<const ShellValue>) {
    round_ = {rounds, next++};
    std::vector<std::string> deciders;
    const auto value = number(text, &deciders);
    const bool known = value && deciders.empty();
    return known ? std::optional(ShellValue::computed(std::to_string(*value), span)) : std::nullopt;
  });
  round_ = std::nullopt;
  return out;
}

namespace {

// Formats a word by a conversion such as %05d; nullopt if the result is not known. `spec`: the text
// between % and the letter.
std::optional<std::string> converted(std::string_view spec, char letter, std::string text) {
  const bool number = letter == 'd' || letter == 'i';
  if (!number && letter != 's') return std::nullopt;
  const std::size_t digits = std::min(spec.find_first_not_of("-0"), spec.size());
  const std::string_view flags = spec.substr(0, digits);
  const std::string_view width_text = spec.substr(digits);
  std::size_t width = 0;
  const auto [end, error] =
      std::from_chars(width_text.data(), width_text.data() + width_text.size(), width);
  const bool has_width = !width_text.empty();
  const bool read = error == std::errc{} && end == width_text.data() + width_text.size();
  if (has_width && (!read || width > 100)) return std::nullopt;
  if (number) {
    if (text.empty()) text = "0";
    const bool whole = text.find_first_not_of("0123456789") == text.npos && text.size() < 18;
    if (!whole || (text.size() > 1 && text[0] == '0')) return std::nullopt;  // 010 is octal
  }
  if (text.size() >= width) return text;
  const std::size_t missing = width - text.size();
  if (flags.find('-') != flags.npos) return text + std::string(missing, ' ');
  const bool zeros = number && flags.find('0') != flags.npos;
  return std::string(missing, zeros ? '0' : ' ') + text;
}

}  // namespace

std::optional<ShellValue> Expander::formatted(std::span<const Field> words, Span span) {
  if (!words.empty() && words[0].plain("--")) words = words.subspan(1);
  if (words.empty()) return std::nullopt;
  bool overridable = false;
  for (const Field& each : words) {
    if (!each.value.plain()) return std::nullopt;
    overridable = overridable || each.value.overridable();
  }
  const std::string_view format = words[0].value.text();
  std::string out;
  std::size_t next = 1;
  do {
    const std::size_t before = next;
    for (std::size_t at = 0; at < format.size(); ++at) {
      const char c = format[at];
      if (c == '\\') {
        const char escaped = ++at < format.size() ? format[at] : '\0';
        const std::size_t known = std::string_view("nt\\").find(escaped);
        if (known == std::string_view::npos) return std::nullopt;
        out += "\n\t\\"[known];
      } else if (c != '%') {
        out += c;
      } else if (format.substr(at).starts_with("%%")) {
        out += format[++at];
      } else {
        const std::size_t end = format.find_first_not_of("-0123456789", at + 1);
        if (end == format.npos) return std::nullopt;
        const auto text =
            converted(format.substr(at + 1, end - at - 1), format[end],
                      next < words.size() ? std::string(words[next].value.text()) : "");
        if (!text || out.size() > kMaxText) return std::nullopt;
        ++next;
        out += *text;
        at = end;
      }
    }
    if (next == before) break;  // the format has no conversions
  } while (next < words.size());
  ShellValue value = ShellValue::computed(std::move(out), span);
  if (overridable) value.set_overridable({});
  return value;
}

}  // namespace mmlint::shell
