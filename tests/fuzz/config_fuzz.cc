// The fuzz target over parsing and resolving: an input is a small project (files.h). Everything in
// it is resolved.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - every span lies inside its file
// and for one input in eight, as it takes as long again:
//   - resolving is repeatable: a second workspace gives the same values and problems

#include "base/paths.h"
#include "files.h"
#include "project.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint::fuzz {
namespace {

using config::Resolved;
using project::Workspace;

struct Project {
  explicit Project(std::string_view input) {
    for (auto& [path, text] : files_of(input)) {
      paths.push_back("/p/" + path);
      files.add(paths.back(), text);
    }
  }

  MemoryFileSystem files;
  std::vector<std::string> paths;
};

class Check {
 public:
  explicit Check(const Project& project) : workspace_(project.files, sources_, settings()) {
    for (const Resolved* config : workspace_.resolve(project.paths)) {
      problems(*config, config->problems);
      problems(*config, config->root_problems);
      if (config->root) value(*config->root, 0);
      if (config->root && is_small(*config->root))
        summary += to_json(*config->root) + print(*config->root) + '\n';
    }
  }

  std::string summary;  // of all values and problems

 private:
  void span(Span s) const { check_span(s, sources_); }

  void problems(const Resolved& config, const std::vector<Problem>& list) {
    for (const Problem& problem : list) {
      span(problem.span);
      for (const Place& place : problem.places) span(place.span);
      summary += config.path + ' ' + rule_name(problem.kind) + '\n';
    }
  }

  void value(const Value& v, int depth) {
    if (++visited_ > 100'000 || depth > 400) return;
    span(v.span);
    for (const Value* item : v.items()) value(*item, depth + 1);
    for (const Entry& entry : v.dict().entries()) {
      for (const Origin* o = entry.origin; o; o = o->shadows()) {
        span(o->key());
        span(o->value());
      }
      value(*entry.value, depth + 1);
    }
  }

  SourceStore sources_;
  Workspace workspace_;
  std::size_t visited_ = 0;
};

}  // namespace

// Texts of 300 KB fit into what a config may take; they are printed twice, byte by byte.
const Limits kLimits = {.steps = {5'000'000, 2'000}, .bytes = {60'000'000, 20'000}};

void run(std::string_view input) {
  const Project project(input);
  const Check first(project);
  if (!one_in(8, input)) return;
  const Check second(project);
  if (first.summary != second.summary) fault("resolved differently", first.summary);
}

}  // namespace mmlint::fuzz
