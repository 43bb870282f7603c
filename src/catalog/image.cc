#include "catalog/image.h"

#include <bit>
#include <concepts>

namespace mmlint::catalog {
namespace {

// The bytes that are written. Numbers are written seven bits at a time, the lowest first.
struct Writer {
  static constexpr bool kReads = false;
  std::string bytes;

  std::uint64_t number(std::uint64_t value) {
    std::uint64_t rest = value;
    for (; rest >= 128; rest >>= 7) bytes += static_cast<char>(rest | 128);
    bytes += static_cast<char>(rest);
    return value;
  }
  void text(const std::string& x) {
    number(x.size());
    bytes += x;
  }
};

// The bytes that are read: each function returns what that of the writer took.
struct Reader {
  static constexpr bool kReads = true;
  std::string_view bytes;

  std::uint64_t number(std::uint64_t /*unknown*/) {
    std::uint64_t out = 0;
    for (unsigned shift = 0;; shift += 7) {
      MM_CHECK(!bytes.empty() && shift < 64);
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      out |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return out;
    }
  }
  void text(std::string& x) {
    const std::size_t size = number(0);
    MM_CHECK(size <= bytes.size());
    x = bytes.substr(0, size);
    bytes.remove_prefix(size);
  }
};

// Writes values, or reads them in the same order.
template <class Bytes>
class Codec {
 public:
  explicit Codec(Bytes& bytes) : bytes_(bytes) {}

  void pass(auto& x) {
    using T = std::remove_cvref_t<decltype(x)>;
    if constexpr (std::is_same_v<T, bool>) {
      set(x, bytes_.number(x) != 0);
    } else if constexpr (std::unsigned_integral<T> || std::is_enum_v<T>) {
      set(x, static_cast<T>(bytes_.number(static_cast<std::uint64_t>(x))));
    } else if constexpr (std::signed_integral<T>) {  // its sign is the lowest bit
      const std::int64_t wide = x;
      const std::uint64_t both = bytes_.number(static_cast<std::uint64_t>(wide) << 1 ^
                                               static_cast<std::uint64_t>(wide >> 63));
      set(x, static_cast<T>(both >> 1 ^ (~(both & 1) + 1)));
    } else if constexpr (std::is_same_v<T, double>) {
      set(x, std::bit_cast<double>(bytes_.number(std::bit_cast<std::uint64_t>(x))));
    } else if constexpr (std::is_same_v<T, std::string>) {
      bytes_.text(x);
    } else if constexpr (std::is_same_v<T, std::shared_ptr<const Regex>>) {
      std::string pattern = x ? x->pattern() : "";
      if (bytes_.number(x != nullptr) == 0) return;
      bytes_.text(pattern);
      set(x, Regex::checked_before(std::move(pattern)));
    } else if constexpr (std::is_same_v<T, LocalizedText>) {
      own(x.en, x.zh);
    } else if constexpr (std::is_same_v<T, QuestionPattern>) {
      own(x.kind, x.subject);
    } else if constexpr (std::is_same_v<T, Literal>) {
      pass(x.value);
    } else if constexpr (std::is_same_v<T, std::vector<Example>>) {
      return;  // they are files: example_files.h
    } else if constexpr (HasKeys<T>) {
      T::keys(x, *this);
    } else if constexpr (!std::is_empty_v<T> && !std::is_null_pointer_v<T>) {
      pass_all(x);
    }
  }

  // The visitor of keys.h.
  void must(std::string_view /*key*/, auto& x, const auto&... /*how*/) { pass(x); }
  void may(std::string_view /*key*/, auto& x, const auto&... /*how*/) { pass(x); }
  void inside(auto& x) { pass(x); }
  void own(auto&... each) { (pass(each), ...); }

 private:
  template <class T>
  void set(T& x, std::type_identity_t<T> value) {
    if constexpr (Bytes::kReads) x = std::move(value);
  }
  void set(const auto& /*x*/, const auto& /*value*/) {}

  // Of an optional value, a list, an array, a pair or a variant.
  void pass_all(auto& x) {
    using T = std::remove_cvref_t<decltype(x)>;
    if constexpr (requires { x.has_value(); }) {
      if (bytes_.number(x.has_value()) == 0) return;
      if constexpr (Bytes::kReads)
        x = made<typename T::value_type>();
      else
        pass(*x);
    } else if constexpr (requires { x.index(); }) {
      const std::size_t index = bytes_.number(x.index());
      MM_CHECK(index < std::variant_size_v<T>);
      std::size_t at = 0;
      for_each_kind(&x, [&]<class Kind>() {
        if (at++ != index) return;
        if constexpr (Bytes::kReads)
          x = made<Kind>();
        else
          pass(*std::get_if<Kind>(&x));
      });
    } else if constexpr (requires(T y) { y.push_back(y.front()); }) {
      const std::size_t size = bytes_.number(x.size());
      if constexpr (Bytes::kReads) {
        MM_CHECK(size <= bytes_.bytes.size());  // every item takes a byte at least
        x.reserve(size);
        for (std::size_t i = 0; i < size; ++i) {
          if constexpr (HasKeys<typename T::value_type>)
            pass(x.emplace_back());
          else
            x.push_back(made<typename T::value_type>());
        }
      } else {
        for (const auto& item : x) pass(item);
      }
    } else {
      std::apply([this](auto&... each) { this->own(each...); }, x);
    }
  }
  // Clang 14 takes a Literal for something without a default constructor where a template asks,
  // since it holds lists of itself; what is in braces has none.
  template <class T>
  T made() {
    if constexpr (requires(T x) { x.first; }) {
      auto first = made<typename T::first_type>();
      return {std::move(first), made<typename T::second_type>()};
    } else {
      T out{};
      pass(out);
      return out;
    }
  }

  Bytes& bytes_;
};

}  // namespace

std::string written(const Image& image) {
  Writer writer;
  Codec(writer).pass(image);
  return std::move(writer.bytes);
}

Image read_image(std::string_view bytes) {
  Reader reader{bytes};
  Image image;
  Codec(reader).pass(image);
  MM_CHECK(reader.bytes.empty());
  return image;
}

}  // namespace mmlint::catalog
