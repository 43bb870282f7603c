#include <array>
#include <cctype>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// libFuzzer's own changes seldom leave valid JSON; one in sixteen is enough of them.
extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));

namespace {

constexpr std::array<std::string_view, 40> kValues = {"true",
                                                      "false",
                                                      "null",
                                                      "0",
                                                      "-1",
                                                      "1",
                                                      "9223372036854775807",
                                                      "1e400",
                                                      "0.5",
                                                      "\"\"",
                                                      "[]",
                                                      "{}",
                                                      "[\"x\"]",
                                                      "{\"en\": \"x\", \"zh\": \"x\"}",
                                                      "\"{value}\"",
                                                      "\"{key}\"",
                                                      "\"{count}\"",
                                                      "\"{target.name}\"",
                                                      "\"{target.backends.default}\"",
                                                      "\"{target.backends.usable}\"",
                                                      "\"{{\"",
                                                      "\"{\"",
                                                      "\"{x}\"",
                                                      "\"^(a|b)*$\"",
                                                      "\"(((a{9}){9}){9}){9}\"",
                                                      "\"**\"",
                                                      "\"*.type\"",
                                                      "\"config\"",
                                                      "\"script\"",
                                                      "\"shell\"",
                                                      "\"unsafe\"",
                                                      "\"display\"",
                                                      "\"error\"",
                                                      "\"0.10.7\"",
                                                      "{\"do\": \"show\"}",
                                                      "{\"any\": []}",
                                                      "{\"key\": \"**.type\"}",
                                                      "{\"config\": \"runnable\"}",
                                                      "\"\\ud800\"",
                                                      "\"\\u4e2d\""};

// A part of a text, from the first byte to behind the last one.
struct Piece {
  std::size_t begin, end;
};

// The values of a JSON text and the members of its objects, as far as their brackets match.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : text_(text) {
    while (at_ < text_.size()) step();
  }

  std::vector<Piece> values;   // keys left out
  std::vector<Piece> keys;     // with their quotes
  std::vector<Piece> members;  // of an object: from the key to the end of the value

 private:
  void step() {
    const char c = text_[at_];
    const std::size_t begin = at_++;
    if (c == '{' || c == '[') {
      open_.push_back({begin, key_});
      key_ = kNone;
    } else if ((c == '}' || c == ']') && !open_.empty()) {
      key_ = open_.back().key;
      add(open_.back().begin);
      open_.pop_back();
    } else if (c == '"') {
      while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, text_.size());
      add_string(begin);
    } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-') {
      while (at_ < text_.size() && std::strchr(",]} \n\t", text_[at_]) == nullptr) ++at_;
      add(begin);
    }
  }
  void add_string(std::size_t begin) {
    const std::size_t next = text_.find_first_not_of(" \n\t", at_);
    if (next == text_.npos || text_[next] != ':') return add(begin);
    keys.push_back({begin, at_});
    key_ = begin;
  }
  void add(std::size_t begin) {
    values.push_back({begin, at_});
    if (key_ != kNone) members.push_back({key_, at_});
    key_ = kNone;
  }

  struct Open {
    std::size_t begin, key;
  };
  static constexpr std::size_t kNone = std::string_view::npos;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t key_ = kNone;  // of the member whose value comes next
  std::vector<Open> open_;
};

class Change {
 public:
  explicit Change(unsigned seed) : random_(seed) {}

  void operator()(std::string& text, const std::string& other) {
    const Pieces here(text);
    const std::string& source = below(2) == 0 ? text : other;
    const Pieces there(source);
    const auto cut = [&](const std::vector<Piece>& pieces) {
      const Piece piece = any(pieces);
      return source.substr(piece.begin, piece.end - piece.begin);
    };
    switch (below(8)) {
      case 0:
        return put(text, any(here.values), std::string(kValues[below(kValues.size())]));
      case 1:
      case 2:
        return put(text, any(here.values), cut(there.values));
      case 3:
        return put(text, any(here.keys), cut(there.keys));
      case 4:
        return remove(text, any(below(2) == 0 ? here.members : here.values));
      case 5:
        return add(text, any(here.members), cut(there.members));
      case 6:
        return add(text, any(here.values), cut(there.values));
      default:
        return change_text(text, any(here.values));
    }
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  Piece any(const std::vector<Piece>& pieces) {
    return pieces.empty() ? Piece{0, 0} : pieces[below(pieces.size())];
  }
  static void put(std::string& text, Piece place, const std::string& what) {
    text.replace(place.begin, place.end - place.begin, what);
  }
  // With the comma behind it or in front of it.
  static void remove(std::string& text, Piece place) {
    if (place.end < text.size() && text[place.end] == ',')
      ++place.end;
    else if (place.begin > 0 && text[place.begin - 1] == ',')
      --place.begin;
    put(text, place, "");
  }
  static void add(std::string& text, Piece place, const std::string& what) {
    if (!what.empty() && place.end != 0) text.insert(place.begin, what + ",");
  }
  // A few bytes inside of a string or number.
  void change_text(std::string& text, Piece place) {
    static constexpr std::string_view kBytes = "a.*{}[]|^$?+\\-_/ 09:,\xe4\xc3\x01";
    if (place.end < place.begin + 3) return;
    const std::size_t at = place.begin + 1 + below(place.end - place.begin - 2);
    if (below(2) == 0)
      text.erase(at, 1 + below(3));
    else
      text.insert(at, 1, kBytes[below(kBytes.size())]);
  }

  std::mt19937 random_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  static std::string other;  // a text of before, for parts of it
  if (seed % 16 == 0 || size == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  const std::string before = text;
  Change change(seed);
  for (unsigned n = seed % 3; n < 3; ++n) change(text, other.empty() ? before : other);
  if (seed % 16 == 1 || other.empty()) other = before;
  if (text.empty() || text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
