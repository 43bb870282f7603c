#include "diagnosed.h"

#include <doctest/doctest.h>

using namespace mmlint;
using namespace mmlint::logs;

TEST_CASE("a traceback gives the cause, the line of the project and the library that raised") {
  const Diagnosis found = diagnosed("start\n" + traceback("ValueError: wrong backend"));
  CHECK(found.verdict == Verdict::kFault);
  CHECK(found.cause == "ValueError: wrong backend");
  CHECK(found.line == 7);
  CHECK(found.rules == std::vector<std::string>{"MM101"});
  REQUIRE(found.place);
  CHECK(found.place->path == "tools/train.py");
  CHECK(found.place->line == 9);
  CHECK(found.place->text == "runner.train()");
  REQUIRE(found.library);
  CHECK(found.library->path == "/x/site-packages/torch/a.py");
}

TEST_CASE("the parts in which a log is read do not change the diagnosis") {
  const std::string log = " 1%|#\r 2%|#\r" + traceback("ValueError: wrong backend", "[rank3]: ");
  for (const std::size_t part : {1, 5, 64}) {
    const Diagnosis found = diagnosed(log, part);
    CHECK(found.cause == "ValueError: wrong backend");
    CHECK(found.ranks == std::vector<int>{3});
  }
}

TEST_CASE("the first error in time is the cause, not what it brings about") {
  const std::string log = traceback("RuntimeError: Connection closed by peer", "[rank0]: ") +
                          traceback("ValueError: wrong backend", "[rank5]: ") +
                          traceback("TypeError: later", "[rank2]: ") +
                          traceback("torch.distributed.elastic.ChildFailedError: ");
  const Diagnosis found = diagnosed(log);
  CHECK(found.cause == "ValueError: wrong backend");
  CHECK(found.ranks == std::vector<int>{5});
  REQUIRE(found.others.size() == 1);
  CHECK(found.others[0].cause == "TypeError: later");
}

TEST_CASE("ranks that say the same but for numbers are one") {
  std::string log;
  for (int rank = 0; rank < 8; ++rank) {
    const std::string number = std::to_string(rank);
    log += traceback("ValueError: wrong backend on card " + number + " at 0xab" + number,
                     "[rank" + number + "]: ");
  }
  const Diagnosis found = diagnosed(log);
  CHECK(found.ranks == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(found.processes == 8);
  CHECK(found.others.empty());
}

TEST_CASE("tracebacks of several processes whose lines are mixed are dealt out") {
  const std::string one = traceback("ValueError: wrong backend");
  std::string log;
  for (std::size_t at = 0; at < one.size();) {
    const std::size_t end = one.find('\n', at) + 1;
    for (int i = 0; i < 3; ++i) log += one.substr(at, end - at);
    at = end;
  }
  const Diagnosis found = diagnosed(log);
  CHECK(found.cause == "ValueError: wrong backend");
  CHECK(found.processes == 3);
  REQUIRE(found.place);
  CHECK(found.place->line == 9);
}

TEST_CASE("the last run that failed is diagnosed, and the others are listed") {
  const std::string log = "nohup: ignoring input\n" + traceback("TypeError: old") +
                          "nohup: ignoring input\n" + traceback("ValueError: wrong backend") +
                          "nohup: ignoring input\n" + kTrained;
  const Diagnosis found = diagnosed(log);
  CHECK(found.cause == "ValueError: wrong backend");
  CHECK(found.run == 2);
  CHECK(found.runs == 3);
  REQUIRE(found.other_runs.size() == 2);
  CHECK(found.other_runs[0].cause == "TypeError: old");
  CHECK(found.other_runs[1].outcome == Outcome::kFinished);
}

TEST_CASE("an error after which training went on was survived") {
  CHECK(diagnosed(traceback("ValueError: wrong backend") + kTrained).verdict == Verdict::kFinished);
  const Diagnosis found = diagnosed(kTrained + traceback("ValueError: wrong backend"));
  CHECK(found.verdict == Verdict::kFault);
}

TEST_CASE("checkpoints are evidence of a run that goes on, and below torchrun a step is not") {
  const std::string caught = traceback("ValueError: wrong backend");
  const std::string saved =
      "2024/05/01 10:00:09 - mmengine - INFO - Saving checkpoint at 1 epochs\n";
  CHECK(diagnosed(kTrained + caught + saved).verdict == Verdict::kFinished);
  const std::string end = traceback("TypeError: the end") + traceback("ChildFailedError: ");
  CHECK(diagnosed(caught + kTrained + end).cause == "ValueError: wrong backend");
  CHECK(diagnosed(caught + kTrained + kTrained + saved + end).cause == "TypeError: the end");
}

TEST_CASE("who says an error decides what it is") {
  const auto at = [](const char* line, const char* rank) {
    const std::string prefix = std::string("[rank") + rank + "]: ";
    return prefix + "Traceback (most recent call last):\n" + prefix + "  File \"t.py\", line " +
           line + ", in main\n" + prefix + "TimeoutError: waited in vain\n";
  };
  CHECK(diagnosed(at("3", "2")).rules == std::vector<std::string>{"MM537"});
  const std::string rule = std::string(60, '=') + '\n';
  const std::string first = "  rank      : 2 (local_rank: 2)\n";
  const std::string table = "x.ChildFailedError: \n" + rule + first;
  CHECK(diagnosed(at("3", "2") + table + rule).rules == std::vector<std::string>{"MM537"});
  CHECK(diagnosed(at("3", "2") + table + "  rank      : 1 (local_rank: 1)\n" + rule).rules.empty());
  CHECK(diagnosed(at("3", "2")).verdict == Verdict::kConsequence);
  CHECK(diagnosed(at("3", "2") + at("3", "1")).rules == std::vector<std::string>{"MM616"});
  CHECK(diagnosed(at("3", "1") + at("3", "0")).rules == std::vector<std::string>{"MM512"});
  CHECK(diagnosed(at("3", "1") + at("4", "0")).rules == std::vector<std::string>{"MM544"});
  CHECK(diagnosed(at("3", "1") + traceback("TypeError: first")).cause == "TypeError: first");
}

TEST_CASE("a traceback whose exception is lost is a cause, but no other one's rival") {
  const std::string whole = traceback("");
  CHECK(diagnosed(whole + "ValueErrorValueError: : wrong backendwrong backend\n").rules ==
        std::vector<std::string>{"MM101"});
  const Diagnosis cut = diagnosed(whole);
  CHECK(cut.verdict == Verdict::kUnknown);
  REQUIRE(cut.place);
  CHECK(cut.place->line == 9);
  CHECK(diagnosed(traceback("TypeError: x") + whole).cause == "TypeError: x");
}

TEST_CASE("a mixed call belongs to the traceback whose line calls it") {
  const std::string begin = "Traceback (most recent call last):\n";
  const std::string log = begin + "  File \"t.py\", line 9, in <module>\n    main()\n" +
                          "  File \"t.py\", line 3, in main\n    dist.reduce(x)\n" +
                          "  File \"/x/site-packages/torch/d.py\", line 5, in reduce\n" + begin +
                          "  File \"t.py\", line 9, in <module>\n    main()\n" +
                          "  File \"t.py\", line 4, in main\n    model(x)\n" +
                          "TimeoutError: waited in vain\nTimeoutError: waited in vain\n";
  CHECK(diagnosed(log).rules == std::vector<std::string>{"MM544"});
}

TEST_CASE("what is only told of ends nothing") {
  CHECK(diagnosed("Exception ignored in: <function f>\n" + traceback("ValueError: wrong backend") +
                  kTrained)
            .verdict == Verdict::kFinished);
  CHECK(diagnosed("Exception ignored in: <function f>\n" + traceback("ValueError: wrong backend"))
            .verdict == Verdict::kNoLog);
  CHECK(diagnosed("x.py:3: UserWarning: wrong backend\n  f()\n").verdict == Verdict::kNoLog);
}

TEST_CASE("an error that is raised while another is handled belongs to it") {
  const std::string log =
      traceback("KeyError: 'x'") +
      "\nDuring handling of the above exception, another exception occurred:\n\n" +
      traceback("ValueError: wrong backend");
  const Diagnosis found = diagnosed(log);
  CHECK(found.cause == "ValueError: wrong backend");
  CHECK(found.others.empty());
}

TEST_CASE("the error of a worker stands behind the one that tells of it") {
  const std::string log =
      traceback("ValueError: Caught ValueError in DataLoader worker process 0.") + "Original " +
      traceback("ValueError: the image is broken");
  const Diagnosis found = diagnosed(log);
  CHECK(found.cause == "ValueError: the image is broken");
}

TEST_CASE("a printed config is read and is no cause") {
  const std::string log =
      "2024/05/01 10:00:00 - mmengine - INFO - Config:\nmodel = dict(type='A')\n"
      "note = '''\nTraceback oom-kill\n'''\n\n" +
      std::string(kTrained);
  const Diagnosis found = diagnosed(log);
  CHECK(found.verdict == Verdict::kFinished);
  CHECK(found.config_line == 2);
  CHECK(found.config.starts_with("model = dict(type='A')\n"));
}

TEST_CASE("what no signature knows is unknown, with the first error") {
  const Diagnosis found = diagnosed(traceback("MyError: what"));
  CHECK(found.verdict == Verdict::kUnknown);
  CHECK(found.cause == "MyError: what");
  CHECK(found.rules.empty());
}

TEST_CASE("notebooks and Windows have frames of their own") {
  const std::string log =
      "---------------------------------------------------------------------------\n"
      "ValueError                                Traceback (most recent call last)\n"
      "Cell In[3], line 2\n      1 x = 1\n----> 2 train()\n\n"
      "File C:\\work\\train.py:7, in train(x)\n      6 pass\n----> 7 f()\n\n"
      "ValueError: wrong backend\n";
  const Diagnosis found = diagnosed(log);
  CHECK(found.cause == "ValueError: wrong backend");
  REQUIRE(found.place);
  CHECK(found.place->path == "C:\\work\\train.py");
  CHECK(found.place->line == 7);
}

TEST_CASE("an empty log is no log") {
  CHECK(diagnosed("").verdict == Verdict::kNoLog);
  CHECK(diagnosed("\n\n").verdict == Verdict::kNoLog);
  CHECK(diagnosed("").notes.empty());
}

TEST_CASE("what is no text is said to be none") {
  std::string wide;
  for (const char c : traceback("ValueError: wrong backend")) wide += {c, '\0'};
  for (const std::string& text : {std::string(1000, '\0'), wide}) {
    const Diagnosis found = diagnosed(text);
    CHECK(found.verdict == Verdict::kNoLog);
    REQUIRE(found.notes.size() == 1);
    CHECK(found.notes[0].find("UTF-16") != std::string::npos);
  }
  CHECK(diagnosed("\x1b[31m50%\b\b\b\r60%\n" + std::string(kTrained)).notes.empty());
}

namespace {

std::string probed(int rank, const std::string& devices, const std::string& device_ids) {
  return "[rank" + std::to_string(rank) + "]: mmlint-probe 1 {\"rank\":" + std::to_string(rank) +
         ",\"arguments\":{\"device_ids\":" + device_ids + "},\"devices\":{" + devices +
         "},\"at\":\"/x/mmengine/runner/runner.py:9\"}\n";
}

bool says(const Diagnosis& found, std::string_view words) {
  for (const std::string& note : found.notes) {
    if (note.find(words) != std::string::npos) return true;
  }
  return false;
}

constexpr const char* kCpu = "\"cpu\":{\"tensors\":4,\"elements\":9}";
constexpr const char* kCard0 = "\"cuda:0\":{\"tensors\":4,\"elements\":9}";
constexpr const char* kCard1 = "\"cuda:1\":{\"tensors\":4,\"elements\":9}";

}  // namespace

TEST_CASE("what the probe tells is judged") {
  const Diagnosis cpu = diagnosed(probed(0, kCpu, "[0]") + probed(1, kCpu, "[1]"));
  CHECK(cpu.verdict == Verdict::kFault);
  CHECK(cpu.rules == std::vector<std::string>{"MM301", "MM302", "MM303"});
  CHECK(says(cpu, "on cpu (4); rank 0, 1"));
  CHECK(says(cpu, "get_device(), which is cpu on gcu"));

  const Diagnosis right = diagnosed(probed(0, kCpu, "null") + probed(1, kCpu, "null"));
  CHECK(right.verdict == Verdict::kNoLog);
  CHECK(right.rules.empty());

  const Diagnosis cards = diagnosed(probed(0, kCard0, "[0]") + probed(1, kCard1, "[1]"));
  CHECK(cards.rules.empty());
  CHECK(says(cards, "the card that the wrapper is given"));

  const Diagnosis wrong = diagnosed(probed(0, kCard0, "[0]") + probed(1, kCard0, "[1]"));
  CHECK(wrong.rules == std::vector<std::string>{"MM303"});

  const Diagnosis apart = diagnosed(probed(0, kCard0, "[0]") + probed(1, kCpu, "[1]"));
  CHECK(says(apart, "the ranks differ"));

  const std::string both = std::string(kCpu) + "," + kCard0;
  CHECK(says(diagnosed(probed(0, both, "[0]")), "several devices"));
  CHECK(diagnosed("mmlint-probe 1 {\"rank\": 0,\n").verdict == Verdict::kNoLog);
}

TEST_CASE("the lines of a traceback tell the release of MMEngine") {
  const std::string log =
      "Traceback (most recent call last):\n"
      "  File \"/x/mmengine/runner/runner.py\", line 900, in wrap_model\n    f()\n"
      "ValueError: wrong backend\n";
  const Diagnosis found = diagnosed(log);
  REQUIRE(found.mmengine);
  CHECK(found.mmengine->first == catalog::Version{0, 9, 0});
  CHECK(found.mmengine->last == catalog::Version{0, 10, 7});
  CHECK_FALSE(diagnosed(traceback("ValueError: wrong backend")).mmengine);
}

TEST_CASE("the release that MMEngine prints counts before the lines") {
  const std::string log =
      "System environment:\n    sys.platform: linux\n    PyTorch compiling details: PyTorch built "
      "with:\n  - GCC 9.3\n  - OpenMP 201511\n\n    MMEngine: 0.7.2+abc\n\n" +
      traceback("ValueError: wrong backend");
  const Diagnosis found = diagnosed(log);
  REQUIRE(found.mmengine);
  CHECK(found.mmengine->last == catalog::Version{0, 7, 2});
}
