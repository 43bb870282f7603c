#include "shell/expander.h"

#include "base/algorithms.h"

namespace mmlint::shell {
namespace {

constexpr std::string_view kBlanks = " \t\n";

std::optional<long> whole_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// As bash lists {a..b} and {a..b..c}; nothing for numbers with leading zeros, which pad, and for
// long ones.
std::vector<std::string> range_values(std::string_view text, std::size_t most) {
  std::vector<long> numbers;
  for (std::string_view rest = text; numbers.size() < 3;) {
    const std::size_t dots = std::min(rest.find(".."), rest.size());
    const std::string_view digits = rest.substr(0, dots);
    const std::size_t first = digits.find_first_of("0123456789");
    if (first < digits.size() && digits[first] == '0' && digits.size() > first + 1) return {};
    const auto number = whole_number(digits);
    if (!number) return {};
    numbers.push_back(*number);
    if (dots == rest.size()) break;
    rest.remove_prefix(dots + 2);
  }
  if (numbers.size() < 2) return {};
  const long from = numbers[0];
  const long to = numbers[1];
  long step = numbers.size() == 3 && numbers[2] != 0 ? std::abs(numbers[2]) : 1;
  if (static_cast<std::size_t>(std::abs(to - from) / step) >= most) return {};
  if (to < from) step = -step;
  std::vector<std::string> out;
  for (long i = from; step > 0 ? i <= to : i >= to; i += step) out.push_back(std::to_string(i));
  return out;
}

}  // namespace

// Collects the fields of one word.
class Expander::Builder {
 public:
  // `alone`: the word has one part.
  Builder(Span span, bool splits, bool alone) : splits_(splits), alone_(alone), span_(span) {}

  bool alone() const { return alone_; }

  bool splits() const { return splits_; }
  void start() { started_ = true; }
  void append(const ShellValue& value) {
    const bool too_long =
        current_.text().size() + value.bytes.size() > kMaxText && !current_.text().empty();
    const bool too_many =
        current_.unknown_parts.size() + value.unknown_parts.size() > kMaxUnknownParts;
    started_ = true;
    is_cut_ = is_cut_ || too_long;
    if (!too_long && !too_many) return current_.append(value);
    if (!current_.text().ends_with(ShellValue::kUnknownPart))
      current_.append(ShellValue::unknown(span_, {}, true));
  }
  void end_field() {
    if (started_) out_.push_back(std::move(current_));
    current_ = {};
    started_ = false;
  }
  std::vector<ShellValue> take() {
    end_field();
    return std::move(out_);
  }
  Span span() const { return span_; }
  // Whether the word begins with KEY=, as a.b=4*2 does. No file has such a name, and bash keeps a
  // pattern that matches no file.
  bool is_behind_key() const {
    const std::string_view text = current_.text();
    const std::size_t equals = text.find('=');
    const auto is_of_key = [](char c) { return is_name_byte(c) || c == '.' || c == '-'; };
    return splits_ && equals != 0 && equals != text.npos &&
           std::ranges::all_of(text.substr(0, equals), is_of_key);
  }
  bool is_cut() const { return is_cut_; }  // a text was too long

 private:
  bool splits_;
  bool alone_;
  Span span_;
  ShellValue current_;
  bool started_ = false;
  bool is_cut_ = false;
  std::vector<ShellValue> out_;
};

Span Expander::where(std::uint32_t begin, std::uint32_t end) const {
  return origin_ == nullptr ? Span{source_->id(), begin, end} : origin_->source(begin, end);
}

bool Expander::spend(std::span<const ShellValue> values) {
  for (const ShellValue& value : values)
    made_ += sizeof(value) + value.bytes.size() + sizeof(SourceRun) * value.runs.size() +
             sizeof(UnknownPart) * value.unknown_parts.size() +
             sizeof(DefaultedRange) * value.defaults.size();
  if (made_ > kMaxMade) give_up();
  return made_ <= kMaxMade;
}

std::vector<Field> Expander::fields(std::span<const shell_syntax::Word> words) {
  std::vector<Field> out;
  for (const shell_syntax::Word& word : words) expand(word, out);
  return out;
}

void Expander::expand(const shell_syntax::Word& word, std::vector<Field>& out) {
  if (range_value_ == nullptr) {
    const shell_syntax::Part* range = nullptr;
    int count = 0;
    for (const shell_syntax::Part& part : word.parts) {
      if (part.kind != shell_syntax::PartKind::kRange) continue;
      range = &part;
      ++count;
    }
    if (count == 1) return expand_range(word, *range, out);
  }
  const Span span = where(word.begin, word.end);
  Builder builder(span, true, is_alone(word.parts));
  add_parts(word.parts, false, builder);
  std::vector<ShellValue> values = builder.take();
  if (builder.is_cut()) note_cut();
  if (!spend(values)) return;
  for (ShellValue& value : values) {
    // The words of a command string are written in the string.
    const Span written = values.size() > 1 ? value.source(0, value.bytes.size()) : span;
    out.push_back({std::move(value), written.known() ? written : span});
  }
}

void Expander::expand_range(const shell_syntax::Word& word, const shell_syntax::Part& range,
                            std::vector<Field>& out) {
  const auto values = range_values(range.text, kMaxItems);
  const Span span = where(word.begin, word.end);
  if (values.empty() || out.size() > 16 * kMaxItems) {
    out.push_back({ShellValue::unknown(span, {}, true), span});
    return;
  }
  for (const std::string& value : values) {
    range_value_ = &value;
    expand(word, out);
  }
  range_value_ = nullptr;
}

ShellValue Expander::single(const shell_syntax::Word& word) {
  Builder builder(where(word.begin, word.end), false, false);
  builder.start();
  add_parts(word.parts, false, builder);
  std::vector<ShellValue> values = builder.take();
  if (builder.is_cut()) note_cut();
  spend(values);
  return values.size() == 1 ? std::move(values[0]) : ShellValue::unknown(builder.span());
}

ShellValue Expander::literal(const shell_syntax::Part& part) const {
  const auto size = static_cast<std::uint32_t>(part.text.size());
  if (origin_ != nullptr) return origin_->part(part.text_begin, part.text_begin + size);
  ShellValue out;
  out.append(part.text, {source_->id(), part.text_begin, part.text_begin + size}, true);
  return out;
}

void Expander::add_parts(std::span<const shell_syntax::Part> parts, bool quoted, Builder& out) {
  for (const shell_syntax::Part& part : parts) add_part(part, quoted, out);
}

void Expander::add_part(const shell_syntax::Part& part, bool quoted, Builder& out) {
  const Span span = where(part.begin, part.end);
  const auto add = [&](const ShellValue& value) {
    if (quoted || !out.splits()) {
      out.append(quoted ? value.with_many(false) : value);
      return;
    }
    const std::vector<ShellValue> runs = split(value.with_many(true));
    if (!value.bytes.empty() && kBlanks.find(value.text().front()) != kBlanks.npos) out.end_field();
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (i > 0) out.end_field();
      out.append(runs[i]);
    }
    if (!value.bytes.empty() && kBlanks.find(value.text().back()) != kBlanks.npos) out.end_field();
  };
  switch (part.kind) {
    case shell_syntax::PartKind::kLiteral:
      out.append(literal(part).with_many(!quoted));
      break;
    case shell_syntax::PartKind::kSingleQuoted:
      out.append(literal(part).with_many(false));
      break;
    case shell_syntax::PartKind::kAnsiC:
      out.append(part.readable ? ShellValue::computed(std::string(part.text), span)
                               : ShellValue::unknown(span));
      out.start();
      break;
    case shell_syntax::PartKind::kDoubleQuoted:
      // "$@" of nothing is no field.
      if (part.parts.size() != 1 || !is_list(part.parts[0])) out.start();
      add_parts(part.parts, true, out);
      break;
    case shell_syntax::PartKind::kVariable:
      if (is_list(part)) {
        add_list(part, quoted, out);
      } else {
        add(parameter(part));
      }
      break;
    case shell_syntax::PartKind::kCommand:
      add(substitution(part));
      break;
    case shell_syntax::PartKind::kProcess:
      run_substitution(part.body);
      out.append(ShellValue::unknown(span));
      break;
    case shell_syntax::PartKind::kArithmetic:
      add(arithmetic(part));
      break;
    case shell_syntax::PartKind::kRange:
      out.append(range_value_ != nullptr ? ShellValue::computed(*range_value_, span)
                                         : ShellValue::unknown(span, {}, true));
      break;
    case shell_syntax::PartKind::kSpecial:
      if (is_in(part.text, {"*", "?", "["}) && out.is_behind_key())
        out.append(literal(part));
      else
        out.append(ShellValue::unknown(span, {}, part.text != "~"));
      break;
  }
}

bool Expander::is_alone(std::span<const shell_syntax::Part> parts) {
  if (parts.size() != 1) return false;
  return parts[0].kind != shell_syntax::PartKind::kDoubleQuoted || parts[0].parts.size() == 1;
}

void Expander::add_list(const shell_syntax::Part& part, bool quoted, Builder& out) {
  const auto values = list(part);
  const Span span = where(part.begin, part.end);
  if (!values) {
    out.append(ShellValue::unknown(span, std::string(part.text), true));
    return;
  }
  const bool joins = !out.splits() || (quoted && (part.text == "*" || part.subscript == "*"));
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (!out.alone() && !joins && (*values)[i].has_many()) {
      // It may be no word at all; then what follows belongs to the one before.
      out.append(ShellValue::unknown(span, std::string(part.text), true));
      return;
    }
    if (joins) {
      // Beside what may be no word, no blank is sure.
      const bool is_apart = i > 0 && !(*values)[i].has_many() && !(*values)[i - 1].has_many();
      if (is_apart) out.append(ShellValue::computed(" ", span));
      out.append((*values)[i].with_many(false));
      continue;
    }
    if (i > 0) out.end_field();
    if (quoted) {
      out.append((*values)[i]);
      continue;
    }
    const auto runs = split((*values)[i].with_many(true));
    for (std::size_t k = 0; k < runs.size(); ++k) {
      if (k > 0) out.end_field();
      out.append(runs[k]);
    }
  }
}

std::vector<ShellValue> Expander::split(const ShellValue& value) const {
  if (value.in_script_folder) return {value};
  const bool is_many = !value.bytes.empty() && variables_.find("IFS") != nullptr;
  const std::string_view text = value.text();
  std::vector<ShellValue> out;
  const auto whole = [&](const ShellValue& blamed) {
    Span blame = blamed.source(0, blamed.text().size());
    if (!blame.known() && !blamed.unknown_parts.empty()) blame = blamed.unknown_parts[0].blame;
    return ShellValue::unknown(blame, {}, true);
  };
  if (is_many) return {whole(value)};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(kBlanks, at);
    if (begin == text.npos) break;
    at = std::min(text.find_first_of(kBlanks, begin), text.size());
    if (out.size() >= 16 * kMaxItems) return {whole(value)};
    ShellValue field = value.part(begin, at);
    const bool is_pattern = field.text().find_first_of("*?[") != std::string::npos;
    out.push_back(is_pattern ? whole(field) : std::move(field));
  }
  return out;
}

}  // namespace mmlint::shell
