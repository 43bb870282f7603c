#include "python/eval/text_format.h"

#include "python/eval/evaluator.h"
#include "value/repr.h"

namespace mmlint::python {
namespace {

// Counts what it writes as work of the config.
class CountingWriter : public ReprWriter {
 public:
  explicit CountingWriter(Evaluator& e) : e_(e) {}

 private:
  void count(const Value& value) override {
    e_.step();
    e_.check_text(out.size(), value.span);
    if (value.kind == Value::Kind::kString) e_.step(value.text().size() / 32);
  }

  Evaluator& e_;
};

}  // namespace

std::optional<std::string> repr(Evaluator& e, const Value& value) {
  CountingWriter writer(e);
  if (!writer.write(value)) return std::nullopt;
  return std::move(writer.out);
}

std::optional<std::string> str(Evaluator& e, const Value& value) {
  if (value.kind == Value::Kind::kString) {
    e.step(value.text().size() / 64);
    return std::string(value.text());
  }
  return repr(e, value);
}

}  // namespace mmlint::python
