#include "catalog/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "catalog/json_parse.h"

namespace mmlint::catalog {
namespace {

const Literal kNothing;

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
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
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

}  // namespace mmlint::catalog
