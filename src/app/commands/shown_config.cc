#include "app/commands/shown_config.h"

#include "app/files/given_paths.h"
#include "base/paths.h"
#include "report/shown.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint::app {
namespace {

using config::Resolved;

std::string path_and_line(const Span& at, Project& project) {
  const SourceStore& sources = project.workspace().sources();
  const std::string& path = sources.get(at.file).path();
  return fmt::format("{}:{}", report::printable(relative_path(path, project.current_folder())),
                     sources.begin_of(at).line);
}

// Where a value was set; items of lists have no origin but know where they are written.
Span place_of(const Value& value, const Origin* origin) {
  return origin && place(*origin).known() ? place(*origin) : value.span;
}

std::string how_of(const Value& value, const Origin* origin, Project& project) {
  if (origin) return std::string(config::how_name(*origin, project.workspace().written()));
  return value.literal ? "literal" : "computed";
}

std::string why_no_value(const Value& value, Project& project) {
  const bool says_itself = is_date(value) || value.text() == "ellipsis Ellipsis";
  if (value.kind == Value::Kind::kObject && !says_itself)
    return "Python object: " + report::printable(value.text());
  if (value.kind != Value::Kind::kUnknown) return "";
  std::string out = "unknown: " + report::printable(value.text());
  if (value.span.known()) out += fmt::format(" ({})", path_and_line(value.span, project));
  return out;
}

// Comments are text to MMEngine as well, and it would fill in a template there.
std::string without_templates(std::string text) {
  for (std::size_t at = text.find("{{"); at != text.npos; at = text.find("{{", at))
    text.insert(at + 1, " ");
  return text;
}

// {"key.path": {"path", "line", "how"}} for a value and everything below it.
class Origins {
 public:
  explicit Origins(Project& project) : project_(project) {}

  std::string of(const Shown& shown) {
    if (!shown.key.empty()) add(*shown.value, shown.origin, shown.key);
    below(*shown.value, shown.key);
    return "{" + std::move(out_) + "}";
  }

 private:
  void add(const Value& value, const Origin* origin, const std::string& key) {
    const Span at = place_of(value, origin);
    if (!at.known()) return;
    const SourceStore& sources = project_.workspace().sources();
    const std::string path = relative_path(sources.get(at.file).path(), project_.current_folder());
    out_ += fmt::format("{}{}: {{\"path\": {}, \"line\": {}, \"how\": \"{}\"}}",
                        out_.empty() ? "" : ", ", to_json(key), to_json(path),
                        sources.begin_of(at).line, how_of(value, origin, project_));
  }

  void below(const Value& value, const std::string& key) {
    for (const Entry& entry : value.dict().entries()) {
      const std::string path = append_key(key, *entry.key);
      add(*entry.value, entry.origin, path);
      below(*entry.value, path);
    }
    if (value.kind == Value::Kind::kSet) return;
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      const std::string path = append_index(key, i);
      add(*value.items()[i], nullptr, path);
      below(*value.items()[i], path);
    }
  }

  Project& project_;
  std::string out_;
};

// Appends the problems of a config or, if it has none, those of the bases that do not load.
void add_problems(std::string& out, const Resolved& config, Project& project,
                  std::set<const Resolved*>& seen) {
  if (!seen.insert(&config).second) return;
  const SourceStore& sources = project.workspace().sources();
  auto problems = config.problems;
  problems.insert(problems.end(), config.root_problems.begin(), config.root_problems.end());
  for (const Problem& problem : problems) {
    const auto text = [&](const char* capture) {
      const auto found = problem.captures.find(capture);
      return to_json(found == problem.captures.end() ? "" : found->second);
    };
    const bool known = problem.span.known();
    const std::string& path = known ? sources.get(problem.span.file).path() : config.path;
    std::string others;
    for (const Place& place : problem.places) {
      others += fmt::format("{}{{\"path\": {}, \"line\": {}}}", others.empty() ? "" : ", ",
                            to_json(as_given(sources.get(place.span.file).path(), project)),
                            sources.begin_of(place.span).line);
    }
    out += fmt::format(
        "{}{{\"code\": \"{}\", \"exception\": {}, \"message\": {}, \"path\": {}, \"line\": {}, "
        "\"others\": [{}]}}",
        out.empty() ? "" : ", ", rule_name(problem.kind), text("exception"), text("detail"),
        to_json(as_given(path, project)), known ? sources.begin_of(problem.span).line : 0, others);
  }
  if (!problems.empty()) return;
  for (const Resolved* base : config.refused) add_problems(out, *base, project, seen);
}

}  // namespace

NoteOf notes_of(Project& project, bool origins) {
  return [&project, origins](const Value& value, const Origin* origin) -> std::string {
    std::string note;
    const Span at = place_of(value, origin);
    const bool number_in_list = !origin && !value.is_container();
    if (origins && at.known() && !number_in_list) {
      note = path_and_line(at, project);
      const std::string how = how_of(value, origin, project);
      // A variable of the same file is seen on the line itself.
      if (origin && how != "literal" && how != "variable") note += fmt::format(" ({})", how);
    }
    const std::string why = why_no_value(value, project);
    if (!note.empty() && !why.empty()) note += "; ";
    return without_templates(note + why);
  };
}

std::string python_text(const Shown& shown, const NoteOf& note) {
  return shown.key.empty() ? to_python(*shown.value, note)
                           : to_python_expression(*shown.value, shown.origin, note);
}

std::string json_record(const Shown& shown, Project& project, bool origins) {
  std::string out = fmt::format("{{\"path\": {}, \"ok\": true, ", to_json(shown.path));
  if (shown.key.empty())
    out += "\"config\": ";
  else
    out += fmt::format("\"key\": {}, \"value\": ", to_json(shown.key));
  out += to_json(*shown.value);
  if (origins) out += ", \"origins\": " + Origins(project).of(shown);
  return out + "}";
}

std::string json_refusal(const Resolved& config, const std::string& path, Project& project) {
  std::string problems;
  std::set<const Resolved*> seen;
  add_problems(problems, config, project, seen);
  return fmt::format("{{\"path\": {}, \"ok\": false, \"problems\": [{}]}}", to_json(path),
                     problems);
}

}  // namespace mmlint::app
