// docker gets --gpus, or the runtime of NVIDIA, on a target without NVIDIA cards.

#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

LaunchHits nvidia_container(const LaunchView& view) {
  LaunchHits out;
  if (view.request.target.name == "cuda") return out;
  for (const auto& command : view.summary.commands) {
    bool docker = false;
    for (const shell::ExpandedWord& word : command.words) {
      docker = docker || word.is("docker") || word.is("podman");
      const bool asks = (docker && (word.is("--gpus") || word.value.starts_with("--gpus=") ||
                                    word.is("--runtime=nvidia"))) ||
                        (&word == command.words.data() && word.is("nvidia-docker"));
      const bool prints = command.words.front().is("echo") || command.words.front().is("printf");
      if (!asks || prints) continue;
      LaunchHit hit;
      hit.at = word.span;
      hit.name = word.value;
      out.push_back(std::move(hit));
      break;
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
