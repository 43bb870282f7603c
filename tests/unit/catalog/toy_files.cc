#include "unit/catalog/toy_files.h"

namespace mmlint::catalog {

std::string toy_rule() {
  return R"({
  "code": "TOY001",
  "name": "toy-rule",
  "since": "0.1.0",
  "documents": "config",
  "severity": "warning",
  "summary": {"en": "a toy is too small", "zh": "玩具太小"},
  "message": {"en": "{key} is {value} on {target.device}", "zh": "{target.device} 上的 {key} 是 {value}"},
  "why": {"en": "toys must be large {{really}}", "zh": "玩具必须够大"},
  "when": {"device_ids.harmful": true},
  "match": {"all": [{"config": "runnable"}, {"key": "toy.size", "one_of": ["S", "xs"], "ignore_case": true}]},
  "fix": {
    "title": {"en": "take a large one", "zh": "换一个大的"},
    "safety": "unsafe",
    "why_not_safe": {"en": "it needs room", "zh": "需要地方"},
    "action": {"do": "replace-value", "value": "{target.backends.default}"}
  },
  "variants": [{"value": "s", "when": {"name": "gcu"}, "why": {"en": "even {value}", "zh": "就连 {value}"}}],
  "examples": [
    {
      "target": "gcu",
      "style": "classic",
      "files": [
        {"path": "a.py", "bad": ["toy = {", "    'size': 'S'}"], "found_at": [2], "fixed": ["toy = {", "    'size': 'gloo'}"]},
        {"path": "b.py", "text": ["other = 1"]}
      ]
    },
    {"target": "cuda", "style": "lazy", "good": true, "files": [{"path": "a.py", "text": ["toy = None"]}]}
  ],
  "links": ["https://example.org/toys"]
}
)";
}

std::string toy_target() {
  return R"({
  "name": "toy",
  "title": {"en": "a toy", "zh": "玩具"},
  "facts": {
    "device": "toy",
    "mmengine_device": "cpu",
    "backends": {"honoured": true, "default": "gloo", "usable": ["gloo", null], "implicit_default_works": false},
    "cuda_set_device": {"reached": true, "fatal": true, "divides": false},
    "device_ids": {"injected": true, "harmful": true},
    "sync_bn": {"works": false},
    "amp": {"works": false, "scales_loss": false},
    "cudnn": {"works": false},
    "launchers": {"without_branch": []},
    "sharded": {"works": false},
    "hooks": {"empty_cache": false, "cuda_activity": false, "npu_profiler": false},
    "scripts": {"cuda_calls_work": false, "numbers_are_devices": false, "device_types": ["toy"], "available": ["toy"], "modules": ["torch_toy"], "bridges": [], "bridge_lines": [], "bridge_variables": [], "kernel_packages": [], "compiles": true, "bridge_shows_cuda": false, "bridge_backend": "", "bridge_lacks": [], "bridge_variables_since": "", "own_backends": [], "device_ids_work": false},
    "visible_devices": "TOY_VISIBLE_DEVICES",
    "environment": {"visible_devices": ["TOY_VISIBLE_DEVICES"], "backends": ["GLOO_*"]},
    "collectives_on_cpu": true,
    "blocks": {"env_cfg": {"dist_cfg": {"backend": "gloo"}}}
  },
  "severity": {"MM101": "info"},
  "off": ["MM102"],
  "sources": {
    "device": "here",
    "mmengine_device": "here",
    "backends": "here",
    "cuda_set_device": "here",
    "device_ids": "here",
    "sync_bn": "here",
    "amp": "here",
    "cudnn": "here",
    "launchers": "here",
    "sharded": "here",
    "hooks": "here",
    "scripts": "here",
    "visible_devices": "here",
    "environment": "here",
    "collectives_on_cpu": "here",
    "blocks": "here"
  }
}
)";
}

}  // namespace mmlint::catalog
