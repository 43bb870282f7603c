#include "script/texts.h"

#include "base/algorithms.h"
#include "value/text_methods.h"

namespace mmlint::script {
namespace {

constexpr std::size_t kLongest = 4096;  // bytes of a text that is made here
constexpr std::size_t kMostParts = 64;  // of a text that is split

struct NotModelled {};

class Caller final : public TextCaller {
 public:
  using TextCaller::TextCaller;
  void step(std::uint64_t) override {}
  void check_text(std::size_t bytes) override {
    if (bytes > kLongest) throw NotModelled();
  }
  void check_items(std::size_t count) override {
    if (count > kMostParts) throw NotModelled();
  }
  void raise(std::string, std::string) override { throw NotModelled(); }
};

}  // namespace

Value* call_text(std::string_view text, std::string_view method,
                 const std::vector<const Value*>& arguments, Span at, Pool& pool) {
  const auto methods = text_methods();
  const auto row =
      std::ranges::find_if(methods, [&](const TextMethod& m) { return m.name == method; });
  if (row == methods.end() || arguments.size() < row->required ||
      arguments.size() > row->kinds.size() || is_in(nullptr, arguments)) {
    return nullptr;
  }
  std::array<const Value*, kMostTextParameters> given{};
  std::ranges::copy(arguments, given.begin());
  Caller caller(pool, at);
  try {
    return call_text_method(*row, text, given, caller);
  } catch (const NotModelled&) {
    return nullptr;
  }
}

}  // namespace mmlint::script
