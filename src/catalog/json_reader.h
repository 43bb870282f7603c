#pragma once

#include "base/result.h"
#include "catalog/literal.h"
#include "catalog/named.h"

namespace mmlint::catalog {

// A JSON file that is read strictly, and the first fault in it. Reading goes on after a fault with
// empty values, so that the code that reads is a plain list of what a file holds.
class JsonFile {
 public:
  // Both must outlive this object.
  JsonFile(const std::string& path, std::string_view json);

  const std::string& path() const { return path_; }
  const Literal& root() const { return root_; }
  Literal& root() { return root_; }  // to change before it is read
  bool failed() const { return error_.has_value(); }
  // Returns the first fault as "POINTER: message" with the file and the line, if there is one.
  Status status() const;
  // Notes a fault; only the first counts.
  void fail(const std::string& pointer, const std::string& message);

 private:
  const std::string& path_;
  std::string_view json_;
  Literal root_;
  std::optional<Error> error_;
};

// A value of a file, with its place. It borrows the file. Asking it for another type than it has is
// a fault of the file and returns an empty value.
class Node {
 public:
  explicit Node(JsonFile& file) : Node(file, file.root(), "") {}

  const Literal& literal() const { return *value_; }
  const std::string& pointer() const { return pointer_; }
  const std::string& path() const { return file_->path(); }  // of the file
  void fail(const std::string& message) const { file_->fail(pointer_, message); }
  bool failed() const { return file_->failed(); }

  std::string string() const;  // not empty
  bool boolean() const;
  std::uint32_t positive() const;   // an integer of at least 1
  std::vector<Node> items() const;  // of a list with at least one item
  std::vector<std::string> strings() const;
  std::string lines() const;  // a list of lines as a text that ends with a newline
  std::vector<std::pair<std::string, Node>> members() const;  // of an object
  // Returns the index in `choices` of the node's string; any other string is a fault, and gives 0.
  std::size_t one_of(std::span<const std::string_view> choices) const;
  // Returns the value of the table's row that has this name; another name is a fault.
  template <class Value, std::size_t N>
  const Value& one_of(const std::array<Named<Value>, N>& table) const {
    return table[one_of(names_of(table))].value;
  }

  // Returns this node; it is a fault if it is no object or has other keys. Call it before get() and
  // at().
  const Node& only(std::initializer_list<std::string_view> keys) const {
    return only(std::span<const std::string_view>(keys.begin(), keys.size()));
  }
  const Node& only(std::span<const std::string_view> keys) const;
  std::optional<Node> get(std::string_view key) const;  // nullopt if it is missing
  Node at(std::string_view key) const;                  // a missing one is a fault
  bool has(std::string_view key) const { return get(key).has_value(); }

 private:
  Node(JsonFile& file, const Literal& value, std::string pointer)
      : file_(&file), value_(&value), pointer_(std::move(pointer)) {}
  Node child(const Literal& value, std::string_view key) const;

  JsonFile* file_;
  const Literal* value_;
  std::string pointer_;
};

// Returns ", did you mean 'x'?", or nothing if no candidate is similar.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

// Returns the value of a JSON text, with the members of objects in their order. Text that is not
// JSON, a key given twice, a number beyond 64 bits and more than 64 levels are errors that name the
// line. `path` is for the error only.
Result<Literal> parse_json(std::string_view json, const std::string& path);

// Returns the 1-based line of the value at a JSON pointer, or of its key if it has one. The text
// must be valid JSON. Returns 0 if the pointer leads to no value.
std::uint32_t line_of(std::string_view json, std::string_view pointer);

// Returns a pointer with one more part: ("/fix", "a/b") gives "/fix/a~1b".
std::string append_pointer(std::string_view pointer, std::string_view key);

}  // namespace mmlint::catalog
