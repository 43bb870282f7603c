#include "shell/expander.h"
#include "shell/patterns.h"

// $name, ${name:-default} and the like.
namespace mmlint::shell {

namespace {

// Returns the value of a variable in an arithmetic expression; nullopt if it is not known.
using LookupNumber = std::function<std::optional<std::string>(std::string_view name)>;

constexpr int kMaxDepth = 50;

bool is_name(char c, bool first) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (!first && c >= '0' && c <= '9');
}

class Reader {
 public:
  Reader(std::string_view text, const LookupNumber& lookup) : text_(text), lookup_(lookup) {}

  std::optional<std::int64_t> run() {
    const auto value = sum();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  using Number = std::optional<std::int64_t>;

  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  Number sum() {
    if (++depth_ > kMaxDepth) return std::nullopt;
    Number left = product();
    for (char op = next(); left && (op == '+' || op == '-'); op = next()) {
      ++at_;
      const Number right = product();
      std::int64_t out = 0;
      if (!right || (op == '+' ? __builtin_add_overflow(*left, *right, &out)
                               : __builtin_sub_overflow(*left, *right, &out))) {
        return std::nullopt;
      }
      left = out;
    }
    --depth_;
    return left;
  }

  Number product() {
    Number left = unit();
    for (char op = next(); left && (op == '*' || op == '/' || op == '%'); op = next()) {
      ++at_;
      const Number right = unit();
      if (!right) return std::nullopt;
      if (op == '*') {
        std::int64_t out = 0;
        if (__builtin_mul_overflow(*left, *right, &out)) return std::nullopt;
        left = out;
      } else {
        if (*right <= 0) return std::nullopt;
        left = op == '/' ? *left / *right : *left % *right;
      }
    }
    return left;
  }

  Number unit() {
    const char c = next();
    if (text_.substr(at_).starts_with("$#")) {
      at_ += 2;
      const auto count = lookup_("#");
      return count ? number(*count) : std::nullopt;
    }
    if (c == '(') {
      ++at_;
      const Number inner = sum();
      if (next() != ')') return std::nullopt;
      ++at_;
      return inner;
    }
    const bool dollar = c == '$';
    const bool braces = dollar && text_.substr(at_).starts_with("${");
    at_ += braces ? 2 : dollar ? 1 : 0;
    const std::size_t begin = at_;
    if (at_ < text_.size() && is_name(text_[at_], true)) {
      while (at_ < text_.size() && is_name(text_[at_], false)) ++at_;
      const auto value = lookup_(text_.substr(begin, at_ - begin));
      if (braces && (at_ >= text_.size() || text_[at_++] != '}')) return std::nullopt;
      return value ? number(*value) : std::nullopt;
    }
    if (dollar) return std::nullopt;
    while (at_ < text_.size() && is_name(text_[at_], false)) ++at_;
    return number(text_.substr(begin, at_ - begin));
  }

  // Decimal only: 010 is eight to bash.
  static Number number(std::string_view digits) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool octal = digits.size() > 1 && digits[0] == '0';
    if (error != std::errc{} || end != digits.data() + digits.size() || octal || value < 0)
      return std::nullopt;
    return value;
  }

  std::string_view text_;
  const LookupNumber& lookup_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Returns the value of the text inside of $((...)) if it has nothing but decimal integers, NAME,
// $NAME, parentheses and the operators + - * / %. nullopt for any other text, if a variable is not
// known, and if a result does not fit into 64 bits.
std::optional<std::int64_t> evaluate_arithmetic(std::string_view text, const LookupNumber& lookup) {
  return Reader(text, lookup).run();
}

std::optional<std::size_t> small_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > 100'000)
    return std::nullopt;
  return value;
}

}  // namespace

bool Expander::is_list(const shell_syntax::Part& part) {
  if (part.kind != shell_syntax::PartKind::kVariable || part.op == shell_syntax::kLength)
    return false;
  return part.text == "@" || part.text == "*" || part.subscript == "@" || part.subscript == "*";
}

std::optional<std::vector<ShellValue>> Expander::list(const shell_syntax::Part& part) {
  std::vector<ShellValue> values;
  if (part.text == "@" || part.text == "*") {
    const auto gone = shifted();
    if (arguments_ == nullptr || !gone) return std::nullopt;
    if (!spend(*arguments_)) return std::nullopt;
    values = *arguments_;
    values.erase(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(std::min(*gone, values.size())));
  } else {
    const Variable* variable = variables_.find(part.text);
    if (variable == nullptr) return std::nullopt;
    if (variable->values.empty() && !variable->is_array && !variable->is_unset) return std::nullopt;
    if (!spend(variable->values)) return std::nullopt;
    values.assign(variable->values.begin(), variable->values.end());
  }
  if (part.op.empty()) return values;
  const bool is_slice = part.op == ":" && part.parts.size() == 1 &&
                        part.parts[0].kind == shell_syntax::PartKind::kLiteral;
  const auto from = is_slice ? small_number(part.parts[0].text) : std::nullopt;
  if (!from) return std::nullopt;
  const std::size_t skipped = part.subscript.empty() ? (*from == 0 ? 0 : *from - 1) : *from;
  if (part.subscript.empty() && *from == 0) return std::nullopt;  // "$0" as well
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(std::min(skipped, values.size()));
  const bool moves =
      std::any_of(values.begin(), last, [](const ShellValue& each) { return each.has_many(); });
  if (moves) return std::nullopt;
  values.erase(values.begin(), last);
  return values;
}

// The path by which the script is called, or the file that it reads.
ShellValue Expander::script(std::string_view name) const {
  if (child_shell_ || origin_ != nullptr) return ShellValue::unknown({}, "0");
  ShellValue out = ShellValue::computed("/" + std::string(name), {source_->id(), 0, 0});
  out.in_script_folder = true;
  return out;
}

std::optional<std::size_t> Expander::shifted() const {
  const Variable* shift = variables_.find(kShift);
  if (shift == nullptr) return 0;
  return shift->values[0].plain() ? small_number(shift->values[0].text()) : std::nullopt;
}

Expander::ParameterValue Expander::positional(const shell_syntax::Part& part, std::size_t number) {
  const Span span = where(part.begin, part.end);
  const auto gone = shifted();
  if (!gone) {
    return {arguments_ == nullptr ? ShellValue::from_caller(span, "@") : ShellValue::unknown(span)};
  }
  number += *gone;
  if (arguments_ == nullptr) return {ShellValue::from_caller(span, std::to_string(number))};
  // One that may be several words moves those behind it.
  for (std::size_t i = 0; i < number && i < arguments_->size(); ++i) {
    const ShellValue& each = (*arguments_)[i];
    if (each.has_many()) return {ShellValue::unknown(span, each.unknown_parts[0].depends_on)};
  }
  if (number > arguments_->size()) return {{}, true};
  return {(*arguments_)[number - 1]};
}

Expander::ParameterValue Expander::lookup(const shell_syntax::Part& part) {
  const Span span = where(part.begin, part.end);
  const std::string_view name = part.text;
  if (name == "0") return {script(file_name_)};
  if (name == "BASH_SOURCE" && (part.subscript.empty() || part.subscript == "0"))
    return {script(read_name_)};
  if (const auto number = small_number(name)) return positional(part, *number);
  if (name == "PWD" && variables_.find(name) == nullptr) {
    const Variable* folder = variables_.find(kFolder);
    if (folder != nullptr && folder->values[0].in_script_folder && folder->values[0].known())
      return {folder->values[0]};
    return {ShellValue::unknown(span, "PWD")};
  }
  if (name == "RANDOM" || name == "SECONDS" || name == "LINENO" || name == "OLDPWD" ||
      (!name.empty() && std::string_view("?$!-#_").find(name[0]) != std::string_view::npos &&
       name.size() == 1)) {
    if (name == "#" && arguments_ != nullptr && shifted() == 0u) {
      const bool open = std::ranges::any_of(*arguments_, [](const ShellValue& value) {
        return std::ranges::any_of(value.unknown_parts,
                                   [](const UnknownPart& missing) { return missing.many; });
      });
      if (!open) return {ShellValue::computed(std::to_string(arguments_->size()), span)};
    }
    ShellValue special = ShellValue::unknown(span, std::string(name));
    special.unknown_parts.own()[0].is_fresh = name == "RANDOM" || name == "$";
    return {std::move(special)};
  }
  const Variable* variable = variables_.find(name);
  if (variable == nullptr) return {ShellValue::from_caller(span, std::string(name))};
  if (variable->is_unset) return {{}, true};
  if (variable->values.empty()) {
    if (variable->is_array) return {{}, true};
    return {ShellValue::from_caller(span, std::string(name))};
  }
  if (part.subscript.empty()) return {variable->values[0], false, true};
  const auto index = small_number(part.subscript);
  if (!index || !variable->is_array) return {ShellValue::unknown(span)};
  for (std::size_t i = 0; i <= *index && i < variable->values.size(); ++i) {
    if (variable->values[i].has_many()) {
      return {ShellValue::unknown(span)};
    }
  }
  if (*index >= variable->values.size()) return {{}, true};
  return {variable->values[*index]};
}

ShellValue Expander::operand(const shell_syntax::Part& part) {
  return single({part.begin, part.end, part.parts});
}

ShellValue Expander::parameter(const shell_syntax::Part& part) {
  const Span span = where(part.begin, part.end);
  const std::string_view op = part.op;
  if (op == shell_syntax::kOther || op == shell_syntax::kIndirect) return ShellValue::unknown(span);
  if (op == shell_syntax::kLength) {
    if (part.text == "@" || part.text == "*" || part.subscript == "@" || part.subscript == "*") {
      shell_syntax::Part all = part;
      all.op = {};
      const auto values = list(all);
      if (!values) return ShellValue::unknown(span);
      const bool open =
          std::ranges::any_of(*values, [](const ShellValue& value) { return value.has_many(); });
      if (open) return ShellValue::unknown(span);
      ShellValue count = ShellValue::computed(std::to_string(values->size()), span);
      const Variable* variable = variables_.find(part.text);
      if (variable != nullptr && variable->items_are_default) count.set_overridable({});
      return count;
    }
    const ParameterValue found = lookup(part);
    const bool ascii = std::ranges::all_of(
        found.value.text(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!found.value.plain() || !ascii) return ShellValue::unknown(span);
    return ShellValue::computed(std::to_string(found.value.bytes.size()), span);
  }
  const ParameterValue found = lookup(part);
  if (op.empty() || op == ":?" || op == "?") return found.value;
  if (op == ":-" || op == "-" || op == ":=" || op == "=") return with_default(part, found);
  if (op == ":+" || op == "+") {
    const bool is_set =
        op == "+" ? found.value.known() && !found.unset
                  : !found.value.bytes.empty() && found.value.text()[0] != ShellValue::kUnknownPart;
    if (is_set && !found.value.overridable()) return operand(part);
    if (found.value.plain() && found.value.bytes.empty() && !found.value.overridable()) return {};
    return ShellValue::unknown(
        span, found.value.known() ? "" : found.value.unknown_parts[0].depends_on, true);
  }
  if (op == "#" || op == "##" || op == "%" || op == "%%") return remove_affix(part, found.value);
  if (op == "/" || op == "//") return replaced(part, found.value);
  return ShellValue::unknown(span);
}

ShellValue Expander::with_default(const shell_syntax::Part& part, const ParameterValue& found) {
  const bool colon = part.op.starts_with(':');
  ShellValue out = found.value;
  if (found.value.known() || found.value.text()[0] != ShellValue::kUnknownPart) {
    const bool empty =
        found.unset || (colon && found.value.bytes.empty() && !found.value.in_script_folder);
    if (empty) {
      out = operand(part);
      if (found.value.overridable()) out.set_overridable(found.value.defaults[0].depends_on);
    }
  } else if (!colon && found.assigned) {
    return found.value;
  } else if (found.value.is_from_caller()) {
    out = operand(part);
    if (out.known() || out.counts() != CardCount::kNone) {
      out.set_overridable(found.value.unknown_parts[0].depends_on);
    }
  } else {
    return ShellValue::unknown(where(part.begin, part.end));
  }
  if (part.op.ends_with('=') && part.subscript.empty()) {
    Variable variable;
    if (const Variable* before = variables_.find(part.text)) variable = *before;
    export_all(variable);
    variable.values = {out};
    variable.is_unset = false;
    variable.span = where(part.begin, part.end);
    variables_.set(part.text, std::move(variable));
  }
  return out;
}

ShellValue Expander::remove_affix(const shell_syntax::Part& part, const ShellValue& value) {
  const Span span = where(part.begin, part.end);
  const auto pattern = pattern_of(part.parts);
  if (!value.known() && pattern) {
    const auto cut = [&](std::span<const ShellValue> one) {
      return std::optional(remove_affix(part, one[0]));
    };
    if (auto known = in_rounds({&value, 1}, span, cut)) return *known;
  }
  if (!value.known() || !pattern)
    return ShellValue::unknown(span, value.known() ? "" : value.unknown_parts[0].depends_on);
  if (value.in_script_folder && (value.text().ends_with("/..") || value.text().ends_with("/.")))
    return ShellValue::unknown(span);
  if (value.in_script_folder && (value.bytes.empty() || part.op == "##" || part.op == "#")) {
    // Of the folder's own name nothing is known, but what stands behind the last '/' is.
    if (part.op == "##" && *pattern == "*/" && !value.bytes.empty()) {
      return ShellValue::computed(std::string(value.text().substr(value.text().rfind('/') + 1)),
                                  span);
    }
    return ShellValue::unknown(span);
  }
  const bool front = part.op[0] == '#';
  const bool longest = part.op.size() == 2;
  const std::size_t cut = affix_length(value.text(), *pattern, front, longest);
  ShellValue out =
      front ? value.part(cut, value.bytes.size()) : value.part(0, value.bytes.size() - cut);
  if (value.in_script_folder && out.bytes.empty() && longest) return ShellValue::unknown(span);
  return out;
}

std::optional<std::int64_t> Expander::number(std::string_view text,
                                             std::vector<std::string>* deciders) {
  last_unknown_.clear();
  return evaluate_arithmetic(text, [&](std::string_view name) -> std::optional<std::string> {
    const shell_syntax::Part variable{.kind = shell_syntax::PartKind::kVariable, .text = name};
    ParameterValue found = lookup(variable);
    if (round_ && rounds_of({&found.value, 1}) == round_->first)
      found.value = in_round(found.value, round_->second);
    if (!found.value.known()) last_unknown_ = found.value.unknown_parts[0].depends_on;
    if (!found.value.plain() || found.unset) return std::nullopt;
    for (const DefaultedRange& each : found.value.defaults)
      if (deciders != nullptr) deciders->push_back(each.depends_on);
    return std::string(found.value.text());
  });
}

ShellValue Expander::arithmetic(const shell_syntax::Part& part) {
  const Span span = where(part.begin, part.end);
  std::vector<std::string> deciders;
  const auto value = number(part.text, &deciders);
  if (!value) {
    if (auto known = arithmetic_in_rounds(part.text, span)) return *known;
    ShellValue out = ShellValue::unknown(span, last_unknown_);
    out.unknown_parts.own()[0].has_more = true;
    return out;
  }
  ShellValue out = ShellValue::computed(std::to_string(*value), span);
  if (!deciders.empty()) out.set_overridable({});
  return out;
}

}  // namespace mmlint::shell
