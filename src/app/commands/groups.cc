
#include "app/checking/judging.h"
#include "app/commands/commands.h"
#include "app/files/given_paths.h"
#include "app/output/output.h"
#include "launch/program_store.h"

namespace mmlint::app {
namespace {

// Sets of paths; each begins as a set of its own.
class Sets {
 public:
  void join(const std::string& a, const std::string& b) {
    const std::size_t one = of(a);
    const std::size_t two = of(b);
    parent_[std::max(one, two)] = std::min(one, two);
  }
  // A number that all paths of a set have: that of the one which was named first.
  std::size_t of(const std::string& path) {
    const auto [known, is_new] = index_.try_emplace(path, parent_.size());
    if (is_new) parent_.push_back(known->second);
    std::size_t i = known->second;
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

 private:
  std::map<std::string, std::size_t> index_;
  std::vector<std::size_t> parent_;
};

// The passed files in groups, so that a finding about several of them is about one group. Files
// that were not passed tie as well: a leaf, its base, another leaf.
class Groups {
 public:
  Groups(Project& project, const Judging& judging) : project_(project) {
    for (const std::string& path : project.files()) sets_.of(path);
    inherit();
    import();
    start(judging);
  }

  // In the order of the first file of each; the files are sorted.
  std::vector<std::vector<std::string>> all() {
    std::map<std::size_t, std::vector<std::string>> by_set;
    for (const std::string& path : project_.files()) by_set[sets_.of(path)].push_back(path);
    std::vector<std::vector<std::string>> out;
    for (auto& [set, files] : by_set) out.push_back(std::move(files));
    return out;
  }

 private:
  void inherit() {
    std::vector<std::string> open = project_.files();
    std::set<std::string> seen(open.begin(), open.end());
    while (!open.empty()) {
      const std::string path = std::move(open.back());
      open.pop_back();
      for (const project::Node* named : project_.workspace().bases(path)) {
        const std::string& base = named->path();
        sets_.join(path, base);
        if (seen.insert(base).second) open.push_back(base);
      }
    }
  }

  void import() {
    const auto imported = project_.workspace().imported(project_.scripts());
    for (std::size_t i = 0; i < imported.size(); ++i) {
      for (const std::string& module : imported[i]) sets_.join(project_.scripts()[i], module);
    }
  }

  // A launch script goes with what it starts and with the launch scripts that it runs, a config
  // with the scripts that build a Runner from it: what is told in one is not told in the other.
  void start(const Judging& judging) {
    const check::Request request = judging.request(project_);
    const auto programs = std::make_shared<launch::ProgramStore>(request.project());
    const launch::LaunchGraph& graph = programs->graph();
    for (const launch::LinkedLaunch* launch : graph.all()) {
      if (!launch->script.path.empty()) sets_.join(launch->launch_script, launch->script.path);
      if (launch->through) sets_.join(launch->launch_script, launch->through->launch_script);
    }
    for (const std::string& path : project_.launch_scripts()) {
      for (const std::string& other : graph.reached_from(path)) sets_.join(path, other);
    }
    const launch::Starts starts(*programs, request.target);
    for (const std::string& config : project_.configs()) {
      for (const auto& script : starts.of(config, false).built_by) sets_.join(config, *script.path);
    }
  }

  Project& project_;
  Sets sets_;
};

}  // namespace

int run_groups(const Options& options) {
  RunReport report;
  SourceStore sources;
  const auto judging = prepare_judging(options);
  if (!judging) return leave(judging.error());
  Project project(options, report, sources);
  project.read_scripts(report);
  std::string out;
  for (const auto& files : Groups(project, **judging).all()) {
    std::string line;
    for (const std::string& file : files) {
      const std::string path = as_given(file, project);
      if (path.find_first_of("\t\n") != path.npos)
        report.errors.push_back({"a name with a tab or a line feed cannot be listed", path, 0});
      else
        line += (line.empty() ? "" : "\t") + path;
    }
    if (!line.empty()) out += line + "\n";
  }
  if (const Status done = write_stdout(out); !done) report.errors.push_back(done.error());
  return leave(report, 0);
}

}  // namespace mmlint::app
