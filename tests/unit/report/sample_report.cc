#include "unit/report/sample_report.h"

#include <array>

#include "base/result.h"

namespace mmlint::report {
namespace {

constexpr std::string_view kRoot = "/home/mei/orchard/";

const Source& add(Sample& sample, std::string_view path, std::string bytes) {
  return sample.sources.add(std::string(kRoot).append(path), std::move(bytes));
}

std::string absolute(std::string_view path) {
  return std::string(kRoot).append(path);
}

// The place of the first `needle` behind `after`.
Span find(const Source& source, std::string_view needle, std::string_view after = "") {
  const std::size_t from = source.bytes().find(after);
  MM_CHECK(from != std::string_view::npos);
  const std::size_t begin = source.bytes().find(needle, from);
  MM_CHECK(begin != std::string_view::npos);
  return Span{source.id(), static_cast<std::uint32_t>(begin),
              static_cast<std::uint32_t>(begin + needle.size())};
}

Diagnostic finding(std::string code, std::string name, Severity severity, const Span& span,
                   std::string message) {
  Diagnostic out;
  out.code = std::move(code);
  out.name = std::move(name);
  out.severity = severity;
  out.primary = span;
  out.message = std::move(message);
  return out;
}

FileId file(Sample& sample, std::string_view path) {
  return add(sample, path, "").id();
}

Diagnostic unsupported_backend(Sample& sample, const Source& runtime) {
  Diagnostic out = finding("MM101", "unsupported-backend", Severity::kError,
                           find(runtime, "'nccl'"), "backend 'nccl' cannot start on gcu");
  out.key = "env_cfg.dist_cfg.backend";
  out.why = "torch.distributed has no nccl without an NVIDIA driver; gcu starts with gloo";
  out.found_through = absolute("configs/unet/plum.py");
  out.affects =
      Affects{12, 3, {file(sample, "configs/unet/fig.py"), file(sample, "configs/unet/plum.py")}};
  for (int i = 0; i < 8; ++i) {
    out.affects.examples.push_back(file(sample, "configs/vit/tree" + std::to_string(i) + ".py"));
  }
  out.fix = Fix{"backend='gloo'",
                Safety::kSafe,
                "",
                {TextEdit{out.primary, "'gloo'"}},
                {Intent{absolute("configs/unet/plum.py"), out.key, "'nccl'", "'gloo'"}}};
  return out;
}

void fill_targets(Sample& sample, std::uint32_t configs) {
  sample.settings.display_root = kRoot.substr(0, kRoot.size() - 1);
  sample.report.targets = {"gcu"};
  sample.report.mmengine = "0.10.7";
  sample.report.configs = configs;
}

void fill_check(Sample& sample) {
  fill_targets(sample, 12);
  sample.report.scripts = 1;
  const Source& runtime = add(sample, "configs/_base_/default_runtime.py",
                              "default_scope = 'mmseg'\nlog_level = 'INFO'\n\n\n\n\n\n"
                              "env_cfg = dict(\n    cudnn_benchmark=True,\n"
                              "    dist_cfg=dict(backend='nccl'),\n)\n");
  const Source& plum = add(sample, "configs/unet/plum.py",
                           "\xEF\xBB\xBF# 果园\r\nnorm_cfg = {'说明': '🍎🍐', 'type': 'SyncBN'}\r\n"
                           "model_wrapper_cfg = dict(\r\n\ttype='MMDistributedDataParallel',\r\n"
                           "\tnote='e\u0301te\u0301',\tdevice_ids=[0])\r\n");
  const Source& fig = add(sample, "configs/unet/fig.py",
                          "_base_ = ['./plum.py', '../_base_/default_runtime.py']\n"
                          "optimizer = 1\nrunner = dict(max = )");
  auto& found = sample.report.diagnostics;
  found.push_back(unsupported_backend(sample, runtime));

  Diagnostic& sync_bn = found.emplace_back(
      finding("MM401", "sync-bn", Severity::kWarning, find(plum, "'SyncBN'"), "gcu has no SyncBN"));
  sync_bn.label = "used by 2 modules";
  sync_bn.key = "norm_cfg.type";
  sync_bn.affects = Affects{1, 1, {}};
  sync_bn.fix = Fix{"type='BN'",
                    Safety::kUnsafe,
                    "statistics are no longer shared between the cards.",
                    {TextEdit{sync_bn.primary, "'BN'"}},
                    {Intent{absolute("configs/unet/plum.py"), "norm_cfg.type", "'SyncBN'", "'BN'"},
                     Intent{absolute("configs/unet/plum.py"), "extra", std::nullopt, "1"}}};

  Diagnostic& ids = found.emplace_back(finding("MM303", "wrapper-device-ids", Severity::kError,
                                               find(plum, "[0]"), "device_ids is a list"));
  ids.affects = Affects{2, 2, {file(sample, "configs/unet/fig.py")}};
  ids.fix = Fix{"device_ids=None", Safety::kDisplay, "", {}, {}};

  Span whole = find(plum, "dict(");
  whole.end = find(plum, "[0])").end;
  Diagnostic& block = found.emplace_back(
      finding("MM308", "wrapper-block", Severity::kInfo, whole, "the whole block is marked"));
  block.fix = Fix{"remove the block", Safety::kDisplay, "it was never tried on this card", {}, {}};

  Diagnostic& clash =
      found.emplace_back(finding("MM004", "duplicate-key-among-bases", Severity::kError,
                                 find(fig, "'./plum.py'"), "two bases define the same key"));
  clash.labels = {Label{find(plum, "norm_cfg"), "defined here"},
                  Label{find(runtime, "dist_cfg"), "and here"}, Label{find(fig, "optimizer"), ""}};
  clash.notes = {"MMEngine raises KeyError", "rename one of them"};

  const auto end = static_cast<std::uint32_t>(fig.bytes().size());
  found.push_back(finding("MM001", "syntax-error", Severity::kError, Span{fig.id(), end, end},
                          "the file ends too early"));
  sample.report.skipped = {Skipped{absolute("configs/metafile.yml"), "not a config"},
                           Skipped{absolute("configs/a.py"), "larger than 8 MB"},
                           Skipped{absolute("configs/b.py"), "larger than 8 MB"}};
  sample.report.notes = {"launcher is set by no config: MM201 was not judged"};
  sample.report.failures = {
      {{}, "set-device", {"MM201"}, {"Found no NVIDIA driver", "no _cuda_setDevice"}},
      {{}, "wrap", {"MM301", "MM302"}, {"device_ids only work with"}}};
  sample.report.timings = {Timing{"parse", 12.25}, Timing{"resolve", 0.04}};
}

void fill_fix(Sample& sample) {
  fill_check(sample);
  RunReport& report = sample.report;
  report.is_fix = true;
  report.target_chosen = true;
  report.targets = {"gcu", "npu"};
  report.fixed.push_back(report.diagnostics.front());
  report.fixed.front().fix->files = {NewFile{absolute("configs/new.py"), "b\n"}};
  report.diagnostics.erase(report.diagnostics.begin());
  report.diagnostics.front().targets = report.targets;
  report.failures.front().targets = {"gcu"};
  report.refused = {RefusedFix{"MM401", report.diagnostics.front().primary,
                               "configs/unet/fig.py would change in another key"}};
  report.changes = {FileChange{absolute("configs/_base_/default_runtime.py"), "a\n", "b\n", false},
                    FileChange{absolute("configs/new.py"), "", "b\n", true}};
}

// Escape sequences, broken UTF-8, line ends in names, workflow commands, a very long line.
void fill_hostile(Sample& sample) {
  fill_targets(sample, 1);
  const std::string padding(600'000, 'x');
  const Source& evil = add(sample, "a,b:c%\x1b[2J\n::error::\xff.py",
                           "x = '\x1b]0;pwned\x07' \xff\xfe = '\u202egnp.exe' # \u0085\x7f\n" +
                               padding + " 中nccl中 " + padding + "\n\x0b\x0ctail\u2028end");
  auto& found = sample.report.diagnostics;
  Diagnostic& bytes =
      found.emplace_back(finding("MM010", "not-utf8", Severity::kError, find(evil, "\xff\xfe = "),
                                 "50% \x1b[31mred\r\n"
                                 "::error file=x::\xc3\x28 \u2066end\u2069"));
  bytes.why = "line one\nline two";
  bytes.notes = {"\x1b[0m", "\xf0\x9f"};
  bytes.key = "a.\xff";
  bytes.label = "\t<- here\n";
  bytes.affects = Affects{3, 1, {file(sample, "configs/\x1b[8m\xfe.py")}};
  bytes.fix = Fix{"\x1b[1m", Safety::kUnsafe, "a\nb", {TextEdit{bytes.primary, "\xff\n\x01"}}, {}};
  found.push_back(finding("MM013", "limit-reached", Severity::kWarning, find(evil, "nccl"),
                          "in the middle of a long line"));
  Span rest = find(evil, "nccl");
  rest.end += 500'000;
  found.push_back(finding("MM013", "limit-reached", Severity::kWarning, rest, "a long span"));
  found.push_back(finding("MM013", "limit-reached", Severity::kInfo, find(evil, "tail\u2028end"),
                          "on the last line"));
  sample.report.skipped = {Skipped{absolute("\x1b[9m"), "not readable: \x1b[5m"}};
  sample.report.notes = {"\x1b[7mnote\n"};
  sample.report.failures = {{{}, "load", {"MM001"}, {"\x1b[2J"}}};
}

}  // namespace

std::span<const std::string> sample_names() {
  static const std::array<std::string, 4> names = {"check", "clean", "fix", "hostile"};
  return names;
}

std::unique_ptr<Sample> make_sample(std::string_view name) {
  auto sample = std::make_unique<Sample>();
  if (name == "check") {
    fill_check(*sample);
  } else if (name == "clean") {
    fill_targets(*sample, 12);
  } else if (name == "fix") {
    fill_fix(*sample);
  } else if (name == "hostile") {
    fill_hostile(*sample);
  } else {
    return nullptr;
  }
  return sample;
}

}  // namespace mmlint::report
