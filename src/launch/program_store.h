#pragma once

#include "launch/data_words.h"
#include "launch/programs.h"

namespace mmlint::launch {

// The programs of a run, for all its targets.
class ProgramStore : public std::enable_shared_from_this<ProgramStore> {
 public:
  explicit ProgramStore(const ProjectView& project) : project_(project) {}

  const ProjectView& project() const { return project_; }
  const LaunchGraph& graph() const;
  // Returns the script at an absolute path; null if it cannot be read or is not valid Python.
  const Program* program(const std::string& path) const;
  // Returns a program that does nothing, for Python that is in no script of the project.
  const Program& nothing() const;

  template <auto kFact>
  const auto& get() const {
    return memo_.of<kFact>(*this);
  }
  // Returns a pointer to a part of this store that keeps all of it.
  template <class Part>
  std::shared_ptr<const Part> share(const Part& part) const {
    return {shared_from_this(), &part};
  }

 private:
  friend class Program;
  friend class ProgramFacts;
  void keep_recent(std::shared_ptr<const script::Summary> run) const;

  const ProjectView project_;
  mutable std::recursive_mutex computing_;  // held by who computes a fact; guards what is below
  mutable Memo memo_{computing_};
  mutable DataWords data_words_{project_};
  mutable std::deque<std::shared_ptr<const script::Summary>>
      recent_;                            // the last runs that were walked
  mutable std::size_t recent_steps_ = 0;  // of their walks
  const script::Summary no_summary_;
  mutable std::map<std::string, std::unique_ptr<Program>>
      programs_;  // by path; null: not valid
};

}  // namespace mmlint::launch
