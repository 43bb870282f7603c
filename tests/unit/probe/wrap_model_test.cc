#include "probe/wrap_model.h"

#include <doctest/doctest.h>

#include "base/sha256.h"

using namespace mmlint;
using namespace mmlint::probe;

namespace {

constexpr std::string_view kRunner = R"py(import os

class Other:
    def wrap_model(self):
        model = MMDistributedDataParallel(None)

@RUNNERS.register_module()
class Runner:
    """Trains."""

    def wrap_model(self, cfg, model):
        """model = MMDistributedDataParallel(model)"""
        if cfg is None:
            ids = [0]
            model = MMDistributedDataParallel(
                module=model, device_ids=ids)
        else:
            args = dict(module=model)
            with self.lock:
                model = MODEL_WRAPPERS.build(cfg, default_args=args)
            extra = MODELS.build(cfg)
        return model

    def train(self):
        model = MMDistributedDataParallel(self.model)
)py";

Source source(std::string_view text) {
  return Source(FileId{0}, "/site/mmengine/runner/runner.py", std::string(text));
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  for (std::size_t at = out.find(from); at != out.npos; at = out.find(from, at + to.size()))
    out.replace(at, from.size(), to);
  return out;
}

std::string error(std::string_view text) {
  const Source runner = source(text);
  const auto found = find_wrap_model(runner);
  return found ? "" : to_string(found.error());
}

}  // namespace

TEST_CASE("the statements of Runner.wrap_model that wrap") {
  const Source runner = source(kRunner);
  const auto found = find_wrap_model(runner);
  REQUIRE(found);
  CHECK(found->line == 11);
  REQUIRE(found->wrapping.size() == 2);
  CHECK(runner.bytes()
            .substr(found->wrapping[0])
            .starts_with("model = MMDistributedDataParallel(\n"));
  CHECK(
      runner.bytes().substr(found->wrapping[1]).starts_with("model = MODEL_WRAPPERS.build(cfg, d"));
}

TEST_CASE("the hash is of the body behind the docstring, whatever ends the lines") {
  const std::size_t begin = kRunner.find("if cfg is None");
  const std::size_t end = kRunner.find("return model") + std::string_view("return model").size();
  const std::string body = sha256(kRunner.substr(begin, end - begin));
  const auto hash = [](std::string_view text) { return find_wrap_model(source(text))->sha256; };
  CHECK(hash(kRunner) == body);
  CHECK(hash(replaced(kRunner, "\n", "\r\n")) == body);
  CHECK(hash(replaced(kRunner, "\"\"\"Trains.\"\"\"", "pass")) == body);
  CHECK(hash(replaced(kRunner, "ids = [0]", "ids = [1]")) != body);
}

TEST_CASE("what is not MMEngine's is named so") {
  CHECK(error("x = 1\n").find("it has no class Runner with a method wrap_model") !=
        std::string::npos);
  CHECK(error("class Runner:\n    pass\n").find("no class Runner") != std::string::npos);
  CHECK(
      error("class Runner:\n    def wrap_model(self):\n        'text'\n").find("no class Runner") !=
      std::string::npos);
  CHECK(error("class Runner:\n    def f(self:\n        pass\n")
            .starts_with("/site/mmengine/runner/runner.py:2: is no valid Python"));
}

TEST_CASE("releases are known by the hash") {
  CHECK(is_in_a_release("2185a911f4b0b38277dd7a3d6e22b0d829b5a62bb1bf80357fa66e3659008d4c"));
  CHECK(is_in_a_release("96dc5349bc0aea819750f060838c80cdc4502277b3980c3a8cd38dfc72cada80"));
  CHECK(is_in_a_release("0d7f125e66753d0f427a77de0e3abdba11e00a5af9ca2fb2bcabef00b089ec94"));
  CHECK_FALSE(is_in_a_release(sha256("")));
}
