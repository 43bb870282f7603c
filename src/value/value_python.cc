#include "value/value_python.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "value/repr.h"
#include "value/scalar_text.h"

namespace mmlint {
namespace {

constexpr std::size_t kIndent = 4;
constexpr int kMaxDepth = 400;

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

bool is_name(const Value& key) {
  const std::string_view text = key.text();
  return key.kind == Value::Kind::kString && is_normal_identifier(text) && !is_keyword(text);
}

std::string bytes_literal(std::string_view bytes) {
  std::string out = "b'";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || c == '\'' || c == '\\' || c == '{')
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + "'";
}

bool is_empty(const Value& v) {
  return v.is_container() && v.items().empty() && v.dict().size() == 0;
}

class Printer {
 public:
  // Top-level keys of the config are names of Python, which hide builtins of the same name.
  Printer(const NoteOf& note, const Dict* names) : note_(note) {
    if (!names) return;
    no_dict_ = names->find("dict") != nullptr;
    no_float_ = names->find("float") != nullptr;
    no_set_ = names->find("set") != nullptr;
  }

  void statement(const Entry& entry) {
    const std::string target = is_name(*entry.key)
                                   ? std::string(entry.key->text())
                                   : fmt::format("globals()[{}]", flat_text(*entry.key));
    emit(target + " = ", *entry.value, entry.origin, "", 0, 0);
    align();
  }

  // MMEngine would take the statement for the config's bases.
  void no_statement(const Entry& entry) {
    out_ += fmt::format("# {} = {}  # no base, so no statement can set it\n", entry.key->text(),
                        flat_text(*entry.value));
  }

  void expression(const Value& value, const Origin* origin) {
    emit("", value, origin, "", 0, 0);
    align();
  }

  std::string take() { return std::move(out_); }

 private:
  struct Line {
    std::string text;
    std::string note;
  };

  void emit(std::string prefix, const Value& value, const Origin* origin, const std::string& suffix,
            std::size_t indent, int depth) {
    prefix.insert(0, indent, ' ');
    const std::string note = note_(value, origin);
    const bool splits = value.is_container() && !is_empty(value) && depth < kMaxDepth;
    const std::size_t used = prefix.size() + suffix.size();
    std::string line = prefix;
    const std::size_t room = !splits               ? std::string::npos
                             : used > kPythonWidth ? prefix.size()
                                                   : prefix.size() + kPythonWidth - used;
    if (flat(line, value, room, depth) && (!splits || says_no_more(value, note))) {
      lines_.push_back({line + suffix, note});
    } else if (value.kind == Value::Kind::kDict) {
      emit_dict(prefix, value, suffix, indent, depth, note);
    } else {
      emit_items(prefix, value, suffix, indent, depth, note);
    }
  }

  void emit_dict(const std::string& prefix, const Value& value, const std::string& suffix,
                 std::size_t indent, int depth, const std::string& note) {
    const bool call = is_call(value);
    lines_.push_back({prefix + (call ? "dict(" : "{"), note});
    const auto& entries = value.dict().entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Entry& entry = entries[i];
      const std::string end = i + 1 < entries.size() ? "," : (call ? ")" : "}") + suffix;
      emit(key_text(entry, call), *entry.value, entry.origin, end, indent + kIndent, depth + 1);
    }
  }

  void emit_items(const std::string& prefix, const Value& value, const std::string& suffix,
                  std::size_t indent, int depth, const std::string& note) {
    const auto [open, close] = brackets(value);
    lines_.push_back({prefix + open, note});
    for (const Value* item : in_order(value)) {
      emit("", *item, nullptr, ",", indent + kIndent, depth + 1);
    }
    lines_.push_back({std::string(indent, ' ') + close + suffix, ""});
  }

  // Appends the value on one line; false, with any text, if it does not fit into `room` bytes.
  bool flat(std::string& out, const Value& value, std::size_t room, int depth = 0) {
    if (out.size() > room) return false;
    if (depth > kMaxDepth) {
      out += "...";
      return true;
    }
    switch (value.kind) {
      case Value::Kind::kDict: {
        const bool call = is_call(value);
        out += call ? "dict(" : "{";
        bool first = true;
        for (const Entry& entry : value.dict().entries()) {
          if (!std::exchange(first, false)) out += ", ";
          out += key_text(entry, call);
          if (!flat(out, *entry.value, room, depth + 1)) return false;
        }
        out += call ? ')' : '}';
        break;
      }
      case Value::Kind::kList:
      case Value::Kind::kTuple:
      case Value::Kind::kSet: {
        if (value.kind == Value::Kind::kSet && value.items().empty()) {
          out += no_set_ ? "{*()}" : "set()";
          break;
        }
        const auto [open, close] = brackets(value);
        out += open;
        bool first = true;
        bool fits = true;
        for (const Value* item : in_order(value)) {
          if (!std::exchange(first, false)) out += ", ";
          fits = fits && flat(out, *item, room, depth + 1);
        }
        if (!fits) return false;
        if (value.kind == Value::Kind::kTuple && value.items().size() == 1) out += ',';
        out += close;
        break;
      }
      default:
        out += scalar(value);
    }
    return out.size() <= room;
  }

  std::string scalar(const Value& value) const {
    switch (value.kind) {
      case Value::Kind::kString:
      case Value::Kind::kReference:
        return python_string(value.text());
      case Value::Kind::kBytes:
        return bytes_literal(value.text());
      case Value::Kind::kFloat:
        if (std::isfinite(value.floating)) break;
        if (!no_float_) return fmt::format("float('{}')", repr_float(value.floating));
        return std::isnan(value.floating) ? "1e999 - 1e999"
                                          : (value.floating < 0 ? "-1e999" : "1e999");
      case Value::Kind::kObject:
        if (is_date(value)) return date(value.text());
        return "...";
      case Value::Kind::kUnknown:
        return "...";
      default:
        break;
    }
    return repr(value).value_or("...");
  }

  // An import statement could make the config a lazy one.
  static std::string date(std::string_view iso) {
    const bool has_time = iso.find_first_of("T ") != iso.npos;
    return fmt::format("__import__('datetime').{}.fromisoformat('{}')",
                       has_time ? "datetime" : "date", iso);
  }

  std::string flat_text(const Value& value) {
    std::string out;
    flat(out, value, std::string::npos);
    return out;
  }

  bool is_call(const Value& dict) const {
    const auto& entries = dict.dict().entries();
    return !no_dict_ &&
           std::ranges::all_of(entries, [](const Entry& e) { return is_name(*e.key); });
  }

  std::string key_text(const Entry& entry, bool call) {
    return call ? fmt::format("{}=", entry.key->text()) : flat_text(*entry.key) + ": ";
  }

  std::pair<const char*, const char*> brackets(const Value& value) const {
    if (value.kind == Value::Kind::kTuple) return {"(", ")"};
    if (value.kind == Value::Kind::kSet) return {"{", "}"};
    return {"[", "]"};
  }

  // A set has no order of its own that would be the same in every run of Python.
  std::vector<Value*> in_order(const Value& value) {
    std::vector<Value*> items(value.items().begin(), value.items().end());
    if (value.kind == Value::Kind::kSet) {
      std::ranges::sort(
          items, [this](const Value* a, const Value* b) { return flat_text(*a) < flat_text(*b); });
    }
    return items;
  }

  // Whether the notes of everything inside a value add nothing to its own.
  bool says_no_more(const Value& value, const std::string& note) const {
    const auto same = [&](const Value& inner, const Origin* origin) {
      const std::string text = note_(inner, origin);
      return (text.empty() || text == note) && says_no_more(inner, note);
    };
    return std::ranges::all_of(value.items(),
                               [&](const Value* item) { return same(*item, nullptr); }) &&
           std::ranges::all_of(value.dict().entries(), [&](const Entry& entry) {
             return same(*entry.value, entry.origin);
           });
  }

  // Writes the lines of one statement, their comments below each other.
  void align() {
    std::size_t column = 0;
    for (const Line& line : lines_) {
      if (!line.note.empty()) column = std::max(column, display_width(line.text));
    }
    for (const Line& line : lines_) {
      out_ += line.text;
      if (!line.note.empty()) {
        out_.append(column - display_width(line.text) + 2, ' ');
        out_ += "# " + line.note;
      }
      out_ += '\n';
    }
    lines_.clear();
  }

  const NoteOf& note_;
  bool no_dict_ = false;
  bool no_float_ = false;
  bool no_set_ = false;
  std::vector<Line> lines_;
  std::string out_;
};

}  // namespace

bool is_keyword(std::string_view word) {
  return is_in(word, kKeywords);
}

std::string python_string(std::string_view text) {
  std::string out;
  std::string quoted = quote(text);
  for (std::string_view rest = quoted; !rest.empty();) {
    const std::size_t length = character_length(rest);
    const std::string_view character = rest.substr(0, length);
    if (length > 1 && (is_harmful(code_point(character)) || first_invalid_utf8(character)))
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code_point(character)));
    else if (character == "{" && out.ends_with('{'))
      out += "\\x7b";
    else
      out += character;
    rest.remove_prefix(length);
  }
  return out;
}

std::string to_python(const Value& root, const NoteOf& note) {
  if (root.kind != Value::Kind::kDict) return fmt::format("# {}\n", note(root, nullptr));
  Printer printer(note, &root.dict());
  for (const Entry& entry : root.dict().entries()) {
    if (entry.key->kind == Value::Kind::kString && entry.key->text() == "_base_")
      printer.no_statement(entry);
    else
      printer.statement(entry);
  }
  return printer.take();
}

std::string to_python_expression(const Value& value, const Origin* origin, const NoteOf& note) {
  Printer printer(note, nullptr);
  printer.expression(value, origin);
  return printer.take();
}

}  // namespace mmlint
