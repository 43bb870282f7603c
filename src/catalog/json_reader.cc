#include "catalog/json_reader.h"

#include <sstream>

#include <nlohmann/json.hpp>

#include "base/algorithms.h"
#include "base/text.h"

namespace mmlint::catalog {
namespace {

const Literal kNothing;

constexpr std::size_t kMaxDepth = 64;

// Receives nlohmann's parsing events and builds the value. With `wanted` it stops at that pointer.
class Builder {
 public:
  explicit Builder(std::string_view json, std::optional<std::string> wanted = {})
      : json_(json), text_(std::string(json)), wanted_(std::move(wanted)) {
    nlohmann::json::sax_parse(text_, this);
  }

  Literal root;
  std::string error;
  std::uint32_t line = 0;  // of the error, or of what is wanted; 0 if there is neither

  bool null() { return put(Literal{nullptr}); }
  bool boolean(bool value) { return put(Literal{value}); }
  bool number_integer(std::int64_t value) { return put(Literal{value}); }
  bool number_unsigned(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return stop("a number is beyond 64 bits");
    return put(Literal{static_cast<std::int64_t>(value)});
  }
  bool number_float(double value, const std::string&) { return put(Literal{value}); }
  bool string(std::string& value) { return put(Literal{std::move(value)}); }
  bool binary(nlohmann::json::binary_t&) { return stop("binary data"); }  // never from a text
  bool start_object(std::size_t) { return open(Literal{Literal::Dict{}}); }
  bool start_array(std::size_t) { return open(Literal{Literal::List{}}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    auto& dict = std::get<Literal::Dict>(open_.back()->value);
    for (const auto& [other, value] : dict) {
      if (other != name) continue;
      const std::string above = pointer(open_.size() - 1);
      return stop(
          fmt::format("{}{}key '{}' is given twice", above, above.empty() ? "" : ": ", name));
    }
    dict.emplace_back(std::move(name), Literal{});
    return !is_wanted();
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& exception) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ..."
    const std::string_view text = exception.what();
    const std::size_t colon = text.find(": ");
    const std::string_view gist = colon == std::string_view::npos ? text : text.substr(colon + 2);
    stop(fmt::format("no valid JSON: {}", gist));
    line = line_at(position > 0 ? position - 1 : 0);
    return false;
  }

 private:
  // Adds a value to the innermost open container; returns its place, or null at what is wanted.
  Literal* add(Literal value) {
    if (open_.empty()) return &(root = std::move(value));
    Literal& container = *open_.back();
    if (auto* dict = std::get_if<Literal::Dict>(&container.value))
      return &(dict->back().second = std::move(value));
    auto& list = std::get<Literal::List>(container.value);
    list.push_back(std::move(value));
    return is_wanted() ? nullptr : &list.back();
  }
  bool put(Literal value) { return add(std::move(value)) != nullptr; }
  bool open(Literal container) {
    if (open_.size() >= kMaxDepth) return stop("the JSON is nested too deeply");
    Literal* place = add(std::move(container));
    if (place) open_.push_back(place);
    return place != nullptr;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  // Of the last value in the first `depth` open containers.
  std::string pointer(std::size_t depth) const {
    std::string out;
    for (std::size_t i = 0; i < depth; ++i) {
      const Literal::List* list = open_[i]->list();
      out = append_pointer(
          out, list ? std::to_string(list->size() - 1) : open_[i]->dict()->back().first);
    }
    return out;
  }
  bool is_wanted() {
    if (!wanted_ || pointer(open_.size()) != *wanted_) return false;
    line = line_at(offset());
    return true;
  }
  bool stop(std::string message) {
    error = std::move(message);
    line = line_at(offset());
    return false;
  }

  // Of the token just read. The lexer looks one character beyond a number.
  std::size_t offset() const {
    std::size_t read = json_.size() - static_cast<std::size_t>(text_.rdbuf()->in_avail());
    constexpr std::string_view kBetween = " \t\r\n,]}";
    while (read > 0 && kBetween.find(json_[read - 1]) != std::string_view::npos) --read;
    return read;
  }
  std::uint32_t line_at(std::size_t offset) const {
    const std::string_view before = json_.substr(0, offset);
    return 1 + static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
  }

  std::string_view json_;
  std::istringstream text_;
  std::optional<std::string> wanted_;
  std::vector<Literal*> open_;  // the containers around what is read, in `root`
};

}  // namespace

JsonFile::JsonFile(const std::string& path, std::string_view json) : path_(path), json_(json) {
  Result<Literal> root = parse_json(json, path);
  if (root) {
    root_ = *std::move(root);
  } else {
    error_ = std::move(root).error();
  }
}

Status JsonFile::status() const {
  if (error_) return tl::unexpected<Error>(*error_);
  return {};
}

void JsonFile::fail(const std::string& pointer, const std::string& message) {
  if (error_) return;
  std::uint32_t line = line_of(json_, pointer);
  // What a definition put there has no line of its own.
  for (std::string above = pointer; line == 0 && !above.empty(); line = line_of(json_, above))
    above.erase(above.rfind('/'));
  error_ = Error{pointer.empty() ? message : fmt::format("{}: {}", pointer, message), path_, line};
}

std::string Node::string() const {
  const std::string* text = value_->string();
  if (text == nullptr || text->empty()) {
    fail("must be a string that is not empty");
    return {};
  }
  return *text;
}

bool Node::boolean() const {
  const bool* flag = std::get_if<bool>(&value_->value);
  if (flag == nullptr) fail("must be true or false");
  return flag != nullptr && *flag;
}

std::uint32_t Node::positive() const {
  const std::int64_t* number = std::get_if<std::int64_t>(&value_->value);
  if (number == nullptr || *number < 1 || *number > std::numeric_limits<std::uint32_t>::max()) {
    fail("must be a positive integer");
    return 1;
  }
  return static_cast<std::uint32_t>(*number);
}

std::vector<Node> Node::items() const {
  std::vector<Node> result;
  const Literal::List* list = value_->list();
  if (list == nullptr || list->empty()) {
    fail("must be a list that is not empty");
    return result;
  }
  result.reserve(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    result.push_back(child((*list)[i], std::to_string(i)));
  }
  return result;
}

std::vector<std::string> Node::strings() const {
  std::vector<std::string> result;
  for (const Node& item : items()) result.push_back(item.string());
  return result;
}

std::string Node::lines() const {
  std::string result;
  for (const Node& item : items()) {
    const std::string* line = item.value_->string();
    if (line == nullptr) {
      item.fail("must be a string, one line of the file");
      break;
    }
    if (line->find('\n') != std::string::npos) item.fail("must be one line, without a line end");
    result += *line;
    result += '\n';
  }
  return result;
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  std::vector<std::pair<std::string, Node>> result;
  const Literal::Dict* dict = value_->dict();
  if (dict == nullptr) {
    fail("must be an object");
    return result;
  }
  for (const auto& [key, value] : *dict) result.emplace_back(key, child(value, key));
  return result;
}

std::size_t Node::one_of(std::span<const std::string_view> choices) const {
  const std::string text = string();
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::string hint = did_you_mean(text, choices);
  fail(fmt::format(
      "unknown name '{}'{}", text,
      hint.empty() ? fmt::format(", it must be one of {}", fmt::join(choices, ", ")) : hint));
  return 0;
}

const Node& Node::only(std::span<const std::string_view> known) const {
  const Literal::Dict* dict = value_->dict();
  if (dict == nullptr) {
    fail("must be an object");
    return *this;
  }
  for (const auto& [key, value] : *dict) {
    if (is_in(key, known)) continue;
    fail(fmt::format("unknown key '{}'{}", key, did_you_mean(key, known)));
  }
  return *this;
}

std::optional<Node> Node::get(std::string_view key) const {
  const Literal::Dict* dict = value_->dict();
  if (dict == nullptr) return std::nullopt;
  for (const auto& [name, value] : *dict) {
    if (name == key) return child(value, key);
  }
  return std::nullopt;
}

Node Node::at(std::string_view key) const {
  if (std::optional<Node> member = get(key)) return *std::move(member);
  fail(fmt::format("key '{}' is missing", key));
  return child(kNothing, key);
}

Node Node::child(const Literal& value, std::string_view key) const {
  return Node(*file_, value, append_pointer(pointer_, key));
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const std::vector<std::string> names(candidates.begin(), candidates.end());
  const std::optional<std::string> near = nearest(word, names);
  return near ? fmt::format(", did you mean '{}'?", *near) : std::string();
}

Result<Literal> parse_json(std::string_view json, const std::string& path) {
  Builder builder(json);
  if (!builder.error.empty()) return fail(builder.error, path, builder.line);
  return std::move(builder.root);
}

std::uint32_t line_of(std::string_view json, std::string_view pointer) {
  if (pointer.empty()) return 1;
  return Builder(json, std::string(pointer)).line;
}

std::string append_pointer(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace mmlint::catalog
