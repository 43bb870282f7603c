#include "app/output/baseline.h"

#include "app/output/output.h"
#include "base/paths.h"

namespace mmlint::app {
namespace {

constexpr std::uint64_t kMostBytes = 64u << 20;

std::string folder_of(const std::string& file) {
  return parent_folder(absolute_path(file, current_folder()));
}

Result<report::Baseline> read(const std::string& file) {
  const DiskFileSystem disk;
  if (disk.kind(file) == FileKind::kMissing)
    return fail("no such baseline; write it with --write-baseline", file);
  if (disk.size(file) > kMostBytes) return fail("is larger than 64 MB", file);
  const auto text = disk.read(file);
  if (!text) return tl::unexpected(text.error());
  return report::parse_baseline(*text, file);
}

// "1 entry ..." or "5 entries ...", after the language of the run.
std::string counted(std::size_t count, const LocalizedText& one, const LocalizedText& many,
                    Language language) {
  return fmt::format(fmt::runtime((count == 1 ? one : many).in(language)), count);
}

void say(const report::BaselineUse& use, const Options& options, RunReport& report) {
  static const LocalizedText kKnown = {"1 finding is in the baseline", "基线中已有 1 处问题"};
  static const LocalizedText kKnowns = {"{} findings are in the baseline", "基线中已有 {} 处问题"};
  static const LocalizedText kStale = {
      "1 entry of the baseline is not found any more; --write-baseline drops it",
      "基线中有 1 条已不再出现；用 --write-baseline 可去除"};
  static const LocalizedText kStales = {
      "{} entries of the baseline are not found any more; --write-baseline drops them",
      "基线中有 {} 条已不再出现；用 --write-baseline 可去除"};
  static const LocalizedText kGone = {"1 entry of the baseline is about a file that is gone",
                                      "基线中有 1 条所指的文件已不存在"};
  static const LocalizedText kGones = {"{} entries of the baseline are about files that are gone",
                                       "基线中有 {} 条所指的文件已不存在"};
  const Language language = language_of(options);
  report.in_baseline = static_cast<std::uint32_t>(use.known);
  if (use.known > 0) report.notes.push_back(counted(use.known, kKnown, kKnowns, language));
  if (use.stale > 0) report.notes.push_back(counted(use.stale, kStale, kStales, language));
  if (use.gone > 0) report.notes.push_back(counted(use.gone, kGone, kGones, language));
}

// What is in the file of --write-baseline already, which must be a baseline then.
Result<report::Baseline> written_before(const std::string& file) {
  const DiskFileSystem disk;
  if (disk.kind(file) != FileKind::kFile || disk.size(file) == 0) return report::Baseline();
  auto known = read(file);
  if (!known)
    return fail(
        "is no baseline of this version, and --write-baseline would overwrite it; delete "
        "it, or name another file",
        file);
  return known;
}

Status write(const Options& options, const report::JudgedFiles& judged, const SourceStore& sources,
             RunReport& report) {
  static const LocalizedText kWrote = {"1 finding is in the baseline {} now",
                                       "已将 1 处问题写入基线 {}"};
  static const LocalizedText kWrotes = {"{1} findings are in the baseline {0} now",
                                        "已将 {1} 处问题写入基线 {0}"};
  static const LocalizedText kKept = {"1 entry of what this run did not judge stays in it",
                                      "其中 1 条不属于本次检查的内容，予以保留"};
  static const LocalizedText kKepts = {"{} entries of what this run did not judge stay in it",
                                       "其中 {} 条不属于本次检查的内容，予以保留"};
  const std::string& file = options.write_baseline;
  const auto before = written_before(file);
  if (!before) return tl::unexpected(before.error());
  const auto kept = report::not_judged(*before, folder_of(file), judged, report);
  auto all = report::baseline_of(report, sources, folder_of(file));
  all.insert(kept.begin(), kept.end());
  if (const Status done = write_output(file, report::render_baseline(all)); !done) return done;
  const Language language = language_of(options);
  const std::size_t count = report.diagnostics.size();
  const LocalizedText& words = count == 1 ? kWrote : kWrotes;
  report.notes.push_back(fmt::format(fmt::runtime(words.in(language)), file, count));
  if (!kept.empty()) report.notes.push_back(counted(kept.size(), kKept, kKepts, language));
  report.in_baseline = static_cast<std::uint32_t>(count);
  report.diagnostics.clear();
  report.failures.clear();
  return {};
}

}  // namespace

bool is_there(const std::string& path) {
  return DiskFileSystem().kind(path) != FileKind::kMissing;
}

bool has_baseline(const Options& options) {
  return !options.baseline.empty() || !options.write_baseline.empty();
}

void use_baseline(const Options& options, const report::JudgedFiles& judged,
                  const SourceStore& sources, RunReport& report) {
  if (!options.write_baseline.empty()) {
    if (const Status done = write(options, judged, sources, report); !done)
      report.errors.push_back(done.error());
    return;
  }
  if (options.baseline.empty()) return;
  const auto known = read(options.baseline);
  if (!known) return report.errors.push_back(known.error());
  say(report::apply_baseline(*known, folder_of(options.baseline), judged, sources, report), options,
      report);
}

}  // namespace mmlint::app
