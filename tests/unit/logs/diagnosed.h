#pragma once

#include <string>
#include <vector>

#include "base/language.h"
#include "logs/diagnosis.h"
#include "logs/reader.h"

// Logs of the tests, diagnosed by a few signatures.
namespace mmlint::logs {

using catalog::Verdict;

inline std::shared_ptr<const catalog::Regex> regex(const char* pattern) {
  return *catalog::Regex::compile(pattern);
}

// Signatures of these tests: one of each kind.
inline const std::vector<catalog::Signature>& signatures() {
  static const std::vector<catalog::Signature> all = [] {
    std::vector<catalog::Signature> out(5);
    out[0].name = "ours";
    out[0].verdict = Verdict::kFault;
    out[0].errors = {regex("wrong backend")};
    out[0].rules = {"MM101"};
    out[1].name = "lost";
    out[1].verdict = Verdict::kConsequence;
    out[1].errors = {regex("closed by peer"), regex("ChildFailedError")};
    out[2].name = "killed";
    out[2].verdict = Verdict::kOutOfMemory;
    out[2].words = {"oom-kill"};
    out[3].name = "stopped";
    out[3].verdict = Verdict::kStopped;
    out[3].errors = {regex("^KeyboardInterrupt")};
    out[4].name = "waits";
    out[4].verdict = Verdict::kConsequence;
    out[4].errors = {regex("waited in vain")};
    out[4].cases.resize(4);
    out[4].cases[0].said_by = catalog::SaidBy::kApart;
    out[4].cases[0].rules = {"MM544"};
    out[4].cases[1].said_by = catalog::SaidBy::kFirst;
    out[4].cases[1].rules = {"MM512"};
    out[4].cases[2].said_by = catalog::SaidBy::kSeveral;
    out[4].cases[2].rules = {"MM616"};
    for (catalog::SignatureCase& each : out[4].cases) each.verdict = Verdict::kFault;
    out[4].cases[3].said_by = catalog::SaidBy::kAll;
    out[4].cases[3].rules = {"MM537"};
    out[4].cases[3].verdict = Verdict::kConsequence;
    return out;
  }();
  return all;
}

inline Diagnosis diagnosed(const std::string& log, std::size_t part = 1 << 16) {
  catalog::Target target;
  target.name = "gcu";
  target.facts =
      catalog::Literal{catalog::Literal::Dict{{"mmengine_device", catalog::Literal{"cpu"}}}};
  const Signatures known(signatures(), target);
  Reader reader(known);
  for (std::size_t at = 0; at < log.size(); at += part)
    reader.feed(std::string_view(log).substr(at, part));
  reader.finish();
  static const catalog::ReleaseLines releases = *catalog::ReleaseLines::load();
  return diagnose(reader, "x.log", {target, releases});
}

inline std::string traceback(const std::string& error, const std::string& prefix = "") {
  return prefix + "Traceback (most recent call last):\n" + prefix +
         "  File \"tools/train.py\", line 9, in main\n" + prefix + "    runner.train()\n" + prefix +
         "  File \"/x/site-packages/torch/a.py\", line 5, in f\n" + prefix + "    g()\n" + prefix +
         error + "\n";
}

inline constexpr const char* kTrained =
    "2024/05/01 10:00:00 - mmengine - INFO - Epoch(train) [1][50/100]  lr: 0.1\n";

}  // namespace mmlint::logs
