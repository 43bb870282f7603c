#include "project/script_walks.h"

namespace mmlint::project {
namespace {

constexpr std::size_t kStepsPerByte = 1;  // ten times of what programs take
constexpr std::size_t kLeastSteps = 100;  // of a walk, whatever the others took
constexpr std::size_t kTimesAgain = 2;    // of the steps of the first walk, for another one
constexpr std::size_t kMoreAgain = 2000;

// The files that changed, and the scripts that import one of them.
std::set<std::string> with_importers(const FileCache<script::Summary>& scripts,
                                     const std::set<std::string>& changed) {
  std::set<std::string> out = changed;
  scripts.for_each([&](const std::string& path, const script::Summary* script) {
    const bool imports = script && std::ranges::any_of(script->files, [&](const std::string& file) {
                           return changed.count(file) != 0;
                         });
    if (imports) out.insert(path);
  });
  return out;
}

bool is_cut(const script::Summary* script, std::size_t steps) {
  return script && !script->complete && script->steps >= steps && steps < script::kMostSteps;
}

// Whether a rule may match a script: it imports torch or mmengine.
bool uses_torch(const script::Summary& script) {
  return std::ranges::any_of(script.imports, [](const script::Import& each) {
    return each.symbol.package() == "torch" || each.symbol.package() == "mmengine";
  });
}

}  // namespace

ScriptWalks::ScriptWalks(LoadedFiles& files, ModuleFiles& modules, const ScriptWalks& below,
                         const std::set<std::string>& changed)
    : files_(files),
      modules_(modules),
      summaries_(&below.summaries_, with_importers(below.summaries_, changed)) {}

void ScriptWalks::weigh(std::span<const std::string> paths) {
  const auto add = [this](const std::string& path) {
    const auto file = files_.find(path);
    if (file && file->raw && weighed_.insert(path).second)
      steps_left_ += kStepsPerByte * file->raw->source().bytes().size();
  };
  for (const std::string& path : paths) {
    add(path);
    for (const std::string& module : modules_.imported(path)) add(module);
  }
}

std::shared_ptr<script::Summary> ScriptWalks::walk(const std::string& path,
                                                   std::size_t steps) const {
  const config::LoadedFile& file = *files_.find(path);
  if (file.error) return nullptr;
  {
    const std::lock_guard lock(file.raw->parsing());
    if (!script::is_valid(*file.raw)) return nullptr;
  }
  const auto finder = modules_.finder(path);
  return std::make_shared<script::Summary>(
      script::summarize(*file.raw, finder.get(), nullptr, nullptr, steps));
}

void ScriptWalks::count(const script::Summary& summary) {
  steps_left_ -= std::min(steps_left_, summary.steps);
}

// First, each script gets an equal share of half of the remaining steps. Then scripts that need
// more are walked again while steps remain, scripts that use PyTorch first: as many at once as the
// steps suffice for, whatever each of them takes. A budget shared by all threads would end
// different walks each time.
std::vector<const script::Summary*> ScriptWalks::get(std::span<const std::string> paths) {
  modules_.load(paths);
  weigh(paths);
  const std::vector<std::string> missing = summaries_.missing(paths);
  const std::size_t share = missing.empty() ? 0
                                            : std::clamp(steps_left_ / 2 / missing.size(),
                                                         kLeastSteps, script::kMostSteps);
  const auto all = summaries_.get(paths, files_.settings().jobs,
                                  [&](const std::string& path) { return walk(path, share); });
  std::vector<std::string> cut, of_others;
  for (const std::string& path : missing) {
    const script::Summary* summary = summaries_.get(std::span(&path, 1), 1, {}).front();
    if (summary) count(*summary);
    if (is_cut(summary, share)) (uses_torch(*summary) ? cut : of_others).push_back(path);
  }
  cut.insert(cut.end(), of_others.begin(), of_others.end());
  for (std::size_t begin = 0; begin < cut.size();) {
    const std::size_t steps = std::min(steps_left_, script::kMostSteps);
    if (steps <= share) break;
    std::vector<std::shared_ptr<script::Summary>> whole(
        std::min(cut.size() - begin, std::max<std::size_t>(steps_left_ / script::kMostSteps, 1)));
    parallel_for(files_.settings().jobs, whole.size(),
                 [&](std::size_t i) { whole[i] = walk(cut[begin + i], steps); });
    for (auto& each : whole) {
      count(*each);
      summaries_.set(cut[begin++], std::move(each));
    }
  }
  return cut.empty() ? all : summaries_.get(paths, 1, {});
}

std::unique_ptr<script::Summary> ScriptWalks::again(const std::string& path,
                                                    std::size_t first_steps,
                                                    const script::Start* start,
                                                    const script::BuiltClasses* built) const {
  const auto finder = modules_.finder(path);
  const std::size_t steps = std::min(kTimesAgain * first_steps + kMoreAgain, script::kMostSteps);
  return std::make_unique<script::Summary>(
      script::summarize(*files_.find(path)->raw, finder.get(), start, built, steps));
}

std::vector<std::unique_ptr<script::Summary>> ScriptWalks::started(
    const std::string& path, std::span<const script::Start> starts) {
  std::vector<std::unique_ptr<script::Summary>> out(starts.size());
  const script::Summary* first = get(std::span(&path, 1)).front();
  if (!first) return out;
  parallel_for(files_.settings().jobs, starts.size(),
               [&](std::size_t i) { out[i] = again(path, first->steps, &starts[i], nullptr); });
  return out;
}

std::unique_ptr<script::Summary> ScriptWalks::built(const std::string& path,
                                                    const script::BuiltClasses& classes) {
  const script::Summary* first = get(std::span(&path, 1)).front();
  return first ? again(path, first->steps, nullptr, &classes) : nullptr;
}

}  // namespace mmlint::project
