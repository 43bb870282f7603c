#include "check/config/trained.h"

#include "check/config/uses.h"
#include "config/document_kind.h"

namespace mmlint::check {
namespace {

// The same value, which may stand in a dict that was copied.
bool is_same(const Hit& a, const Hit& b) {
  if (a.key != b.key || !a.found.value != !b.found.value) return false;
  return a.found.value == b.found.value ||
         (a.found.value->kind == b.found.value->kind && a.found.value->span == b.found.value->span);
}

bool stands_in(Span at, const script::Summary& script) {
  const auto is_there = [at](const auto& fact) { return fact.span.file == at.file; };
  return at.known() && (std::ranges::any_of(script.writes, is_there) ||
                        std::ranges::any_of(script.calls, is_there));
}

// The launch script that gives a value to a launch: its own, or one that starts this one. Null if
// none does.
const std::string* giver_of(Span at, const launch::LinkedLaunch* launch) {
  for (; at.known() && launch; launch = launch->through) {
    if (launch->launch->span.file == at.file) return &launch->launch_script;
  }
  return nullptr;
}

WrittenHit written_by(const launch::Builder& builder, Hit hit) {
  const std::string* giver = giver_of(hit.found.value->span, builder.launch);
  WrittenHit out{std::move(hit), giver ? *giver : builder.path};
  out.statement = out.hit.found.value->span;
  for (const script::ConfigWrite& write : builder.summary->writes) {
    if (write.span.contains(out.statement)) out.statement = write.span;
  }
  return out;
}

// Judges a config by a rule for the scripts that build a Runner from it.
class Judge {
 public:
  Judge(const Matcher& matcher, const ConfigView& view, std::vector<Hit> loaded,
        const FileSystem& files)
      : matcher_(matcher), loaded_view_(view), files_(files), loaded_(std::move(loaded)) {
    kept_.resize(loaded_.size());
  }

  // What a rule finds in values of the config is the same for all scripts of a group.
  void judge(const std::vector<ChangeGroups::Member>& group, ScriptChanges& changes) {
    const Outcome first = judge(group.front(), changes.tried(*group.front().builder));
    note_unknown(group.back().index, first.unknown);
    if (!first.is_new) return;
    for (const ChangeGroups::Member& member : group) {
      auto written = judge(member, changes.kept(*member.builder)).written;
      if (!written.empty()) written_[member.index] = std::move(written);
    }
  }

  TrainedHits taken(std::string* unknown) {
    if (unknown && !(is_as_loaded_ && unknown_.empty())) *unknown = std::move(unknown_);
    TrainedHits out;
    for (std::size_t i = 0; i < loaded_.size(); ++i) {
      if (!kept_[i]) continue;
      loaded_[i].is_certain = !loaded_[i].by_script || certain_.contains(i);
      out.loaded.push_back(std::move(loaded_[i]));
    }
    for (auto& [index, hits] : written_)
      std::move(hits.begin(), hits.end(), std::back_inserter(out.written));
    return out;
  }

 private:
  // What a rule finds in what one script makes of the config.
  struct Outcome {
    bool is_new = false;  // some value that the config does not have as it is loaded
    std::string unknown;
    std::vector<WrittenHit> written;
    std::vector<std::size_t> times;  // by how many variants each of them is found
  };

  Outcome judge(const ChangeGroups::Member& member, launch::ConfigChanges& changes) {
    Outcome out;
    found_.clear();
    std::size_t variants = 0;
    for (const launch::KeyDefinitions& keys : member.changes->builds) {
      for (const Value* root : changes.variants(keys)) {
        ++variants;
        judge(*root, member, out);
      }
    }
    for (std::size_t i = 0; i < out.written.size(); ++i)
      out.written[i].is_certain = out.times[i] == variants;
    for (const auto& [index, times] : found_) {
      if (times == variants) certain_.insert(index);
    }
    note_unknown(member.index, out.unknown);
    return out;
  }

  void judge(const Value& root, const ChangeGroups::Member& member, Outcome& out) {
    ConfigView view = loaded_view_;
    view.changed = &root;
    view.dist_cfg_is_read = member.changes->dist_cfg_is_read;
    if (&root == view.config->root) {
      // As it was judged before.
      if (view.dist_cfg_is_read == Answer::kYes) {
        is_as_loaded_ = true;
        return kept_.assign(kept_.size(), true);
      }
    } else {
      const Value* launcher = root.dict().get("launcher");
      if (launcher && member.builder->decides_launcher())
        view.may_run_distributed = !launcher->is_string("none");
    }
    std::string unknown;
    for (Hit& hit : matcher_.find(view, files_, &unknown)) {
      const auto known =
          std::ranges::find_if(loaded_, [&](const Hit& each) { return is_same(each, hit); });
      if (known != loaded_.end()) {
        const auto index = static_cast<std::size_t>(known - loaded_.begin());
        if (is_given(hit, root)) kept_[index] = true;
        ++found_[index];
        continue;
      }
      if (is_left(hit)) {
        ++found_[loaded_.size()];
        loaded_.push_back(std::move(hit));
        kept_.push_back(true);
        continue;
      }
      if (!hit.found.value) continue;
      out.is_new = true;
      const Span at = hit.found.value->span;
      if (stands_in(at, *member.builder->summary) || giver_of(at, member.builder->launch))
        add(std::move(hit), *member.builder, out);
    }
    if (!unknown.empty()) out.unknown = std::move(unknown);
  }

  // Whether a value, or that there is none, is as the config has it, so that other keys that the
  // script has written make it wrong. The hit then has the config's own value. It is the config's
  // fault where the script has but given a launcher.
  bool is_left(Hit& hit) {
    const FoundValue own = value_at(*loaded_view_.config->root, hit.key);
    if (hit.key.empty() || own.unknown || !is_same(hit, {hit.key, own})) return false;
    if (own.value && !equal(*own.value, *hit.found.value)) return false;
    hit.found = own;
    if (!if_launched_) {
      ConfigView view = loaded_view_;
      view.may_run_distributed = true;
      std::string unknown;
      if_launched_ = matcher_.find(view, files_, &unknown);
    }
    hit.by_script =
        std::ranges::none_of(*if_launched_, [&](const Hit& each) { return is_same(each, hit); });
    return true;
  }

  static void add(Hit hit, const launch::Builder& builder, Outcome& out) {
    const auto same = std::ranges::find_if(
        out.written, [&](const WrittenHit& each) { return is_same(each.hit, hit); });
    const auto index = static_cast<std::size_t>(same - out.written.begin());
    if (same == out.written.end()) {
      out.written.push_back(written_by(builder, std::move(hit)));
      out.times.push_back(0);
    }
    ++out.times[index];
  }

  // Whether a run gets the value of a hit. No Runner reads a variable such as train_pipeline: a run
  // gets its value only through a key of the Runner that holds the same value. If a script replaces
  // the value at that key, the run does not get it.
  bool is_given(const Hit& hit, const Value& root) const {
    const std::string_view top = std::string_view(hit.key).substr(0, hit.key.find_first_of(".["));
    if (!hit.found.value || config::is_runner_key(top)) return true;
    const Span at = hit.found.value->span;
    return !key_with(*loaded_view_.config->root, at) || key_with(root, at);
  }

  // The last script decides which key is named.
  void note_unknown(std::size_t index, const std::string& key) {
    if (key.empty() || index < unknown_at_) return;
    unknown_at_ = index;
    unknown_ = key;
  }

  const Matcher& matcher_;
  const ConfigView loaded_view_;
  const FileSystem& files_;
  std::vector<Hit> loaded_;  // in the config, as it is loaded or where a script leaves it
  std::optional<std::vector<Hit>> if_launched_;  // in the config as it is loaded, with a launcher
  std::vector<char> kept_;                       // of each loaded hit, whether some script keeps it
  std::map<std::size_t, std::size_t> found_;  // loaded hit -> variants of one script that have it
  std::set<std::size_t> certain_;             // loaded hits that all variants of a script have
  bool is_as_loaded_ = false;                 // some script leaves the keys that decide as they are
  std::map<std::size_t, std::vector<WrittenHit>> written_;  // by the index of the script
  std::string unknown_;
  std::size_t unknown_at_ = 0;  // the index of the script of which it is said
};

}  // namespace

TrainedHits as_trained(const Matcher& matcher, const ConfigView& view, std::vector<Hit> loaded,
                       const launch::Builders& builders, ChangeGroups& groups,
                       const FileSystem& files, ScriptChanges& changes, std::string* unknown) {
  if (view.partial || builders.empty()) return {std::move(loaded), {}};
  const ChangeGroups::Groups& all = groups.of(matcher, builders);
  if (!matcher.asks("dist-cfg-is-read") && !all.any) return {std::move(loaded), {}};
  Judge judge(matcher, view, std::move(loaded), files);
  for (const auto& group : all.groups) judge.judge(group, changes);
  return judge.taken(unknown);
}

}  // namespace mmlint::check
