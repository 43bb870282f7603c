#pragma once

#include "check/check.h"
#include "check/config/silence.h"
#include "check/config/trained.h"
#include "check/findings/finding_table.h"
#include "launch/import_search.h"

namespace mmlint::check {

struct Judged;

// A script in which a rule about scripts reports a cause.
struct ReportedAt {
  std::string path;  // absolute path of the script
  std::string code;  // the code of the rule
};

// A rule about scripts that reports the cause of findings about configs, and where that counts.
struct CauseRule {
  const catalog::Catalog::Active* rule = nullptr;  // null: none is active
  std::vector<std::string> scripts =
      {};  // absolute paths of all that build a Runner, passed or not
};

// What a rule about scripts reports in the scripts that build a Runner: the cause of what rules
// with catalog::Rule::cause_in_script would report in their configs.
struct ScriptCauses {
  std::string code;                // of the rule about scripts; empty if it is not active
  std::set<std::string> reported;  // absolute paths of the scripts with a finding
  // Those in which comments suppress all of them: the cause is known, which holds for configs too.
  std::set<std::string> excused;
};

// Takes away what rules with a cause in scripts have found in a config, if its scripts have the
// cause or are safe. The result names the scripts that have it (Judged::reported).
void leave_to_scripts(Judged& judged, const ScriptCauses& causes);

// Which findings a config may add; those that are known already get it in any case.
enum class Adds : std::uint8_t { kAll, kInPassed, kNothing };

// What the rules of a target find in a config.
struct Judged {
  const config::Resolved* config = nullptr;
  Adds adds = Adds::kAll;
  ConfigView view;  // of the config or, if it does not load, of what is known of it
  std::vector<std::pair<const ActiveRule*, Hit>> hits;
  std::vector<std::pair<const ActiveRule*, WrittenHit>> written;  // by scripts
  std::unique_ptr<Pool> pool = std::make_unique<Pool>();          // owns what they have written
  launch::Started started;
  std::vector<ReportedAt> reported;  // in scripts, and therefore not in this config
  std::vector<std::string> unknown;  // the keys that decide and are not known
  std::vector<std::string> modules;  // of custom_imports that may be installed, or not
};

// The rules of a target, ready to judge configs. Borrows the request and the programs.
class Judge {
 public:
  Judge(const Request& request, const launch::ProgramStore& programs);

  // Finds out how the project starts configs, if a rule asks. Comes before find().
  void find_starts();
  // Returns the rule about scripts that reports the cause of what some rule about configs finds,
  // and the scripts that it is about; no rule if it is not active, or if find_starts() was not
  // called.
  CauseRule cause_rule() const;
  // Returns what the rules find in configs, in their order. Several threads may ask, each for other
  // configs; `jobs` threads are used inside. The result points into the configs and the starts that
  // this object has found, not into `modules`.
  std::vector<Judged> find(std::span<const config::Resolved* const> configs, Adds adds, int jobs,
                           launch::GroupModules& modules) const;
  // Returns the level of a rule for a config; null if the rule's own severity holds.
  const catalog::SeverityLevel* level_of(const ActiveRule& active, const ConfigView& view) const;
  // Returns true if a rule also matches a config in runs without a launcher.
  bool holds_alone(const ActiveRule& active, const ConfigView& view) const;
  // Returns true if what every config lacks is found: one finding, however many of them.
  static bool is_nowhere(const ActiveRule& active, const Hit& hit, const config::Resolved& config);
  // Returns true if a rule is about this problem.
  bool wants(std::string_view problem) const;

  const std::vector<ActiveRule>& rules() const { return rules_; }  // about configs; may hold here
  const std::set<std::string>& codes() const { return codes_; }    // of all rules
  // Returns the codes of the rules that need no launch script that was not passed.
  const std::set<std::string>& codes_of_files() const { return of_files_; }

 private:
  // A rule that needs a config that loads.
  struct Asking {
    const ActiveRule* rule;
    // Of the values at top_keys_, those that decide what it finds; nullopt if other things do.
    std::optional<std::vector<std::size_t>> decided_by = {};
  };
  // What is cached for configs that share values. Each thread has its own, which needs no lock.
  struct Common {
    BarrenEntries barren, well_built, of_right_kind;
    Silence silence;
    // By the facts about a config: of each rule in asking_, whether they rule it out.
    std::unordered_map<std::uint32_t, std::vector<bool>> ruled_out;
  };
  // Judges what is known of a config: all of it, or its part.
  Judged find(const config::Resolved& config, const config::Resolved& whole,
              launch::GroupModules& modules, Common& common) const;

  const Request& request_;
  const launch::ProgramStore& programs_;
  std::vector<ActiveRule> rules_;  // those about configs that may hold on the target
  std::vector<Asking> asking_;
  std::vector<std::string> top_keys_;             // that decide what rules find
  std::unique_ptr<const NamePatterns> patterns_;  // of the rules
  std::set<std::string> codes_;
  std::set<std::string> of_files_;
  std::unique_ptr<launch::Starts> starts_;         // null if no rule asks
  std::unique_ptr<launch::ImportSearch> imports_;  // the same
  mutable ChangeGroups groups_;                    // for several threads
};

}  // namespace mmlint::check
