#pragma once

#include "check/findings/finding.h"
#include "check/findings/suppressions.h"

namespace mmlint::check {

// A rule with its severity on the target.
struct ActiveRule {
  const catalog::Rule* rule;
  Severity severity;
  std::unique_ptr<Matcher> matcher;  // of a rule about configs; null for other rules
  std::vector<std::unique_ptr<Matcher>> levels = {};  // of Rule::levels, in their order
  std::unique_ptr<Matcher> related = nullptr;         // of Rule::related of a rule about configs
  bool by_launcher = false;  // its severity depends on who gives the config a launcher
};

// A file with more findings than anybody reads is no work of men; each takes kilobytes.
inline constexpr std::size_t kMostFindings = 5000;

// Collects the findings of one target, at most one for each rule and place: the place is the cause,
// and several configs that it reaches share the finding. Borrows the request.
class FindingTable {
 public:
  explicit FindingTable(const Request& request);

  // Returns the finding of a rule at a place. If there is none yet, returns a new one without texts
  // if `adding`, else null. If `cause` is not empty, all places with that cause share one finding,
  // which stands at the first of them. The finding belongs to the table and is valid until
  // finished(). Also null for a file that has kMostFindings, but not for a rule about limits.
  Finding* entry(const ActiveRule& active, Span span, bool adding, const std::string& cause = {});
  // Each fills in the texts of a finding from its rule and from what was found.
  void describe(Finding& finding, const Hit& hit) const;
  void describe(Finding& finding, const Problem& problem) const;
  void describe(Finding& finding, const ScriptHit& hit) const;
  void describe(Finding& finding, const LaunchHit& hit) const;

  // Adds a label at `other` with the text of the rule's `related`; nothing if the rule has none.
  void relate(Finding& finding, Span other) const;
  // The same for a value of a config, of which the label may show the key and the value.
  void relate(Finding& finding, Span at, const Hit& other) const;
  // Adds a label at the place where a config uses the value that a finding is about.
  void add_config_use(Finding& finding, Span use) const;

  // Gives a finding the severity of one of its rule's levels, and its message if the level has one.
  void set_level(Finding& finding, const catalog::SeverityLevel& level) const;
  // Gives a finding of a rule that is about runs with a launcher its severity for a config, and
  // says why if that is less.
  void set_by_launcher(Finding& finding, const ConfigView& view) const;
  // Adds a note for each of the modules in a config's custom_imports that were not found.
  void note_not_found(Finding& finding, const std::vector<std::string>& modules) const;
  // Adds a label at the place where a launch script starts the config with a launcher.
  void add_launch(Finding& finding, Span launcher) const;
  // Adds a label at the launch that makes a script do what was found.
  void add_start(Finding& finding, Span starter) const;
  // Adds a label at a call that gets what the finding is about from another place.
  void add_use(Finding& finding, Span callee) const;
  // Adds a note.
  void note(Finding& finding, const LocalizedText& text) const;

  // Returns true if the config at an absolute path is one of those that the request passes.
  bool was_passed(std::string_view config) const { return passed_.contains(config); }
  // Returns the first finding of a rule about scripts in a span, or in the line in which it begins;
  // null if the table has no such finding. The table owns the result.
  const Finding* finding_of_script(Span span) const;
  // Returns the absolute paths of the files that findings stand in.
  std::set<std::string> files() const;
  // Returns the findings that no comment suppresses, each with the number of configs that it
  // reaches. The table is empty afterwards.
  std::vector<Finding> finished(Suppressed& suppressed);

 private:
  void describe(Finding& finding, const std::string& key, std::string value,
                const catalog::Literal& literal) const;
  void fill_texts(Finding& finding, const catalog::Literal& literal, std::string_view form) const;
  std::string hint_for_folder(const std::string& folder) const;
  void note_nearest(Diagnostic& d, const std::string& nearest) const;
  const std::string& path_of(Span span) const;
  std::string filled(const LocalizedText& text, const catalog::Captures& captures) const;
  std::string printed(Span span) const;
  // Returns the text of a hit for {key}: a call as it is written, "inputs.to(device)", or its
  // callee if the call is long or has several lines; for other hits the symbol.
  std::string written(const ScriptHit& hit) const;
  void count(Finding& finding) const;
  // Returns true if a setting says the severity of the finding's rule.
  bool has_set_severity(const Finding& finding) const;
  // Returns true if no config outside of the folder tests of a root shows the finding, so that no
  // training does.
  bool is_of_tests(const Finding& finding) const;
  // Returns true if no known start uses a config that shows the finding: all start configs that
  // inherit it, or nothing inherits this base; a note says which.
  bool is_of_unused(Finding& finding) const;

  const Request& request_;
  const PathSet passed_;
  using Cause = std::tuple<std::string, std::string, Span>;  // code, cause or empty, place
  std::map<Cause, Finding> findings_;
  std::map<FileId, std::size_t> counts_;
  std::vector<FileId> full_;  // got more findings than are kept since finished() was called
};

// Sorts findings by path, offset and code.
void sort_findings(std::vector<Finding>& findings, const SourceStore& sources);

// Notes that a script or launch script is judged in part, at its first byte. `limit` says what is
// too much; the rule's message shows it.
void emit_limit(FileId file, const LocalizedText& limit, const Request& request,
                FindingTable& table, Severity severity = Severity::kInfo);

}  // namespace mmlint::check
