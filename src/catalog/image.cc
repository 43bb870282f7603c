#include "catalog/image.h"

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/language.h"
#include "base/question.h"
#include "base/result.h"
#include "catalog/keys.h"
#include "catalog/regex.h"

namespace mmlint::catalog {
namespace {

using Pattern = std::shared_ptr<const Regex>;

template <class T>
concept Unsigned = std::unsigned_integral<T> && !std::same_as<T, bool>;

// Numbers are written seven bits at a time, the lowest first; texts and lists begin with their
// length.
class Writer {
 public:
  std::string take() { return std::move(out_); }

  void put(std::nullptr_t /*none*/) {}
  void put(bool flag) { out_ += static_cast<char>(flag); }
  void put(Unsigned auto number) {
    std::uint64_t rest = number;
    for (; rest >= 128; rest >>= 7) out_ += static_cast<char>(rest | 128);
    out_ += static_cast<char>(rest);
  }
  void put(std::signed_integral auto number) {  // its sign is the lowest bit
    const std::int64_t wide = number;
    put(static_cast<std::uint64_t>(wide) << 1 ^ static_cast<std::uint64_t>(wide >> 63));
  }
  void put(double number) { put(std::bit_cast<std::uint64_t>(number)); }
  template <class T>
  requires std::is_enum_v<T>
  void put(T value) { put(static_cast<std::underlying_type_t<T>>(value)); }
  void put(const std::string& text) {
    put(text.size());
    out_ += text;
  }
  void put(const Pattern& regex) {
    put(regex != nullptr);
    if (regex) put(regex->pattern());
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& items) {
    put(items.size());
    for (const T& item : items) put(item);
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N>& items) {
    for (const T& item : items) put(item);
  }
  template <class A, class B>
  void put(const std::pair<A, B>& pair) {
    put(pair.first);
    put(pair.second);
  }
  template <class... Kinds>
  void put(const std::variant<Kinds...>& value) {
    put(value.index());
    std::visit([&](const auto& kind) { this->put(kind); }, value);
  }
  void put(const LocalizedText& text) { own(text.en, text.zh); }
  void put(const QuestionPattern& pattern) { own(pattern.kind, pattern.subject); }
  void put(const Literal& literal) { put(literal.value); }
  void put(const std::vector<Example>& /*files*/) {}  // see example_files.h
  template <HasKeys T>
  void put(const T& x) {
    T::keys(x, *this);
  }
  template <class T>
  requires std::is_empty_v<T>
  void put(const T& /*x*/) {}

  // The visitor of keys.h.
  void must(std::string_view /*key*/, const auto& x, const auto&... /*how*/) { put(x); }
  void may(std::string_view /*key*/, const auto& x, const auto&... /*how*/) { put(x); }
  void inside(const auto& x) { put(x); }
  void own(const auto&... each) { (put(each), ...); }

 private:
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool at_end() const { return rest_.empty(); }

  void get(std::nullptr_t& /*none*/) {}
  void get(bool& flag) { flag = number() != 0; }
  void get(Unsigned auto& out) {
    out = static_cast<std::remove_reference_t<decltype(out)>>(number());
  }
  void get(std::signed_integral auto& out) {
    const std::uint64_t both = number();
    out = static_cast<std::remove_reference_t<decltype(out)>>(both >> 1 ^ (~(both & 1) + 1));
  }
  void get(double& out) { out = std::bit_cast<double>(number()); }
  template <class T>
  requires std::is_enum_v<T>
  void get(T& out) {
    std::underlying_type_t<T> value{};
    get(value);
    out = static_cast<T>(value);
  }
  void get(std::string& text) {
    const std::size_t size = length();
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  void get(Pattern& regex) {
    if (number() == 0) return;
    std::string pattern;
    get(pattern);
    regex = Regex::checked_before(std::move(pattern));
  }
  template <class T>
  void get(std::optional<T>& value) {
    if (number() != 0) value = made<T>();
  }
  template <class T>
  void get(std::vector<T>& items) {
    const std::size_t size = length();
    items.reserve(size);
    for (std::size_t i = 0; i < size; ++i) items.push_back(made<T>());
  }
  template <class T, std::size_t N>
  void get(std::array<T, N>& items) {
    for (T& item : items) get(item);
  }
  template <class... Kinds>
  void get(std::variant<Kinds...>& value) {
    const std::size_t index = number();
    MM_CHECK(index < sizeof...(Kinds));
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto put = [&]<std::size_t At>() {
        value.template emplace<At>(made<std::variant_alternative_t<At, std::variant<Kinds...>>>());
      };
      ((I == index ? put.template operator()<I>() : void()), ...);
    }
    (std::index_sequence_for<Kinds...>());
  }
  void get(LocalizedText& text) { own(text.en, text.zh); }
  void get(QuestionPattern& pattern) { own(pattern.kind, pattern.subject); }
  void get(Literal& literal) { get(literal.value); }
  void get(std::vector<Example>& /*files*/) {}
  template <HasKeys T>
  void get(T& x) {
    T::keys(x, *this);
  }
  template <class T>
  requires std::is_empty_v<T>
  void get(T& /*x*/) {}

  // The visitor of keys.h.
  void must(std::string_view /*key*/, auto& x, const auto&... /*how*/) { get(x); }
  void may(std::string_view /*key*/, auto& x, const auto&... /*how*/) { get(x); }
  void inside(auto& x) { get(x); }
  void own(auto&... each) { (get(each), ...); }

 private:
  // Clang 14 takes a Literal for something without a default constructor where a template asks,
  // since it holds lists of itself; what is in braces has none.
  template <class T>
  T made() {
    if constexpr (requires(T x) { x.first; }) {
      auto first = made<typename T::first_type>();
      return {std::move(first), made<typename T::second_type>()};
    } else {
      T out{};
      get(out);
      return out;
    }
  }
  std::uint64_t number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0;; shift += 7) {
      MM_CHECK(!rest_.empty() && shift < 64);
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      out |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return out;
    }
  }
  // Of a text or a list, whose every part takes a byte at least.
  std::size_t length() {
    const std::uint64_t out = number();
    MM_CHECK(out <= rest_.size());
    return out;
  }

  std::string_view rest_;
};

}  // namespace

std::string written(const Image& image) {
  Writer writer;
  writer.put(image);
  return writer.take();
}

Image read_image(std::string_view bytes) {
  Reader reader(bytes);
  Image image;
  reader.get(image);
  MM_CHECK(reader.at_end());
  return image;
}

}  // namespace mmlint::catalog
