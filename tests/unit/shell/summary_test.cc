#include "shell/summary.h"

#include <doctest/doctest.h>

#include "unit/shell/script.h"

using namespace mmlint;
using namespace mmlint::shell;

namespace {

// The words of the last command.
std::string last(std::string text) {
  Script script(std::move(text));
  REQUIRE(!script.summary.commands.empty());
  std::string out;
  for (const ExpandedWord& each : script.summary.commands.back().words)
    out += (out.empty() ? "" : "|") + Script::show(each);
  return out;
}

}  // namespace

TEST_CASE("words are known through variables") {
  CHECK(last("A=8; B=$A.py; run $A \"$B\" ${B%.py} ${#B} $((A * 2 + 1))") == "run|8|8.py|8|4|17");
  CHECK(last("A='x y'; run $A \"$A\" '$A'") == "run|x|y|x y|$A");
  CHECK(last("run $A --a=$A \"$A\" ${A:-8} ${A:+8}") == "run|*|--a=?|?|8!|*");
  CHECK(last("A=; run $A ${A:-8} ${A-9} \"\"") == "run|8|");
  CHECK(last("GPUS=${GPUS:-8}; run $GPUS ${1:-a} $1 \"$2\" \"$@\" ${@:3}") == "run|8!|a!|*|?|*|*");
  CHECK(last("A=(a 'b c' $1); A+=(d); run \"${A[@]}\" ${A[1]} ${#A[@]}") == "run|a|b c|*|d|b|c|*");
  CHECK(last("run {0..2} a{1..2}b $(seq 2) $(echo a) \"$(date)\" *.py ~") ==
        "run|0|1|2|a1b|a2b|1|2|a|?|?|?");
  CHECK(last("A=1; A=2; run $A; A=3") == "run|2");
}

TEST_CASE("the folder of the script") {
  CHECK(last("run $0 $(dirname \"$0\")/train.py \"${0%/*}\" \"${BASH_SOURCE[0]}\" ${0##*/}") ==
        "run|@/run.sh|@/train.py|@|@/run.sh|run.sh");
  CHECK(last("D=$(cd \"$(dirname \"$0\")/..\" && pwd); run $D/a \"$(dirname \"$D/b/c\")\" "
             "$(basename $0 .sh)") == "run|@/../a|@/../b|run");
  Script script("cd \"$(dirname \"$0\")/..\"\npython tools/train.py\ncd x; python a.py");
  CHECK(Script::show(script.launch(0).folder) == "@/..");
  CHECK(Script::show(script.launch(1).folder) == "@/../x");
}

TEST_CASE("where branches meet") {
  CHECK(last("if [ -z \"$A\" ]; then A=8; fi; run $A") == "run|8!");
  CHECK(last("[ -n \"$A\" ] || A=8; run $A") == "run|8!");
  CHECK(last("A=8; if [ -n \"$1\" ]; then A=$1; fi; run $A") == "run|8!");
  CHECK(last("if [ -f x ]; then A=8; else A=9; fi; run $A") == "run|*");
  CHECK(last("if [ -f x ]; then A=8; else exit 1; fi; run $A") == "run|8");
  CHECK(last("A=--x; if [ -f x ]; then A+=' --y'; fi; run $A b") == "run|--x|*|b");
  CHECK(last("A=\"--x=$1 --z\"; [ -f x ] && A=\"$A --y $2\"; run $A") == "run|--x=?|--z|*");
  CHECK(last("A=out; if [ -f x ]; then A=$A/sub; fi; run $A") == "run|out?");
  CHECK(last("if [ -f x ]; then f() { A=8; }; fi; A=9; f; run $A") == "run|*");
  CHECK(last("A=8; if x; then A=; fi; run \"a$A\"") == "run|a?");
  CHECK(last("A=8; while [ $# -gt 0 ]; do case $1 in --a) A=$2; shift;; esac; shift; done; run $A "
             "$1") == "run|8!|*");
  CHECK(last("A=1; for i in a b; do A=$i; done; run $A") == "run|b");
  CHECK(last("A=1; (A=2); A=3 | x; y $(A=4; pwd); run $A") == "run|1");
  CHECK(last("A=1; source env.sh; run $A") == "run|1!");
  CHECK(last("A=1; read A; run $A; ((B++)); run $B") == "run|*");

  Script script("A=\nif [ \"$1\" = amp ]; then A=--amp; fi\ntorchrun train.py $A");
  const ExpandedWord& amp = script.summary.commands.back().words.back();
  REQUIRE(amp.possible_values.size() == 1);
  CHECK(amp.possible_values[0].value == "--amp");
  CHECK(script.text(amp.possible_values[0].span) == "--amp");
}

TEST_CASE("conditions whose outcome is known") {
  CHECK(last("M=cpu; if [ $M = gpu ]; then A=8; else A=9; fi; run $A") == "run|9");
  CHECK(last("M=cpu; if [[ $M != gpu && -n $M ]]; then A=8; fi; run \"a$A\"") == "run|a?");
  CHECK(last("N=3; if ! test \"$N\" -ge 4; then A=8; fi; run $A") == "run|8");
  CHECK(last("A=1; [[ -z $A ]] && A=2; [ $A = 1 ] || A=3; run $A") == "run|1");
  CHECK(last("M=gpu2; case $M in cpu) A=1 ;; \"x\" | gpu*) A=2 ;; *) A=3 ;; esac; run $A") ==
        "run|2");
  CHECK(last("M=x; A=1; case $M in [a-z]) A=2 ;; esac; run $A") == "run|*");
  CHECK(last("U=false; if true && false; then exit 1; fi; run a") == "run|a");
  // What a caller may change is a default.
  CHECK(last("M=${M:-cpu}; A=1; if [ $M = gpu ]; then A=2; fi; run $A") == "run|1!");
  CHECK(last("M=${1:-gpu}; case $M in gpu) A=2 ;; *) A=1 ;; esac; run $A") == "run|2!");
  CHECK(last("A=(a); if [ -z \"${M:-}\" ]; then A+=(b); fi; run \"${A[@]}\"") == "run|a|b!");
  // What a loop or a command may change is not known.
  CHECK(last("M=1; while x; do M=2; done; A=1; if [ $M = 1 ]; then A=2; fi; run $A") == "run|*");
  CHECK(last("A=1; x; if [ $? = 0 ]; then A=2; fi; run $A") == "run|*");
  CHECK(last("M='a b'; A=1; if [ $M = a ]; then A=2; fi; run $A") == "run|*");
  CHECK(Script("D=0; if [ $D = 1 ]; then python a.py; exit; fi").summary.launches.empty());
}

TEST_CASE("functions run where they are called") {
  CHECK(last("f() { run $1 \"${@:2}\" $#; }; f 8 a 'b c'") == "run|8|a|b c|3");
  CHECK(last("f() { local A=2; B=3; }; A=1; f; run $A $B") == "run|1|3");
  CHECK(last("f() { A=1; x && return; A=2; }; f; run $A") == "run|*");
  CHECK(last("f() { shift; run $1; }; f a b; run $1") == "run|*");
  CHECK(last("usage() { exit 1; }; if x; then A=1; usage; else A=2; fi; run $A") == "run|2");
  Script script("f() { python $1; }");
  CHECK(script.words() == "python|*");
  CHECK(script.context().conditional);
  CHECK(script.context().in_function);
}

TEST_CASE("the environment of a launch") {
  Script script(
      "A=1\nexport B=2 C\nC=3\nD=4 E=5 env F=6 -u B torchrun train.py\nunset C\nexport B=7\n"
      "if x; then export G=8; fi\ntorchrun train.py\n");
  CHECK(script.variable("A") == "none");
  CHECK(script.variable("B") == "removed");
  CHECK(script.variable("C") == "3");
  CHECK(script.variable("D") == "4");
  CHECK(script.variable("F") == "6");
  CHECK(script.launch().wrappers == std::vector<std::string>{"env"});
  CHECK(script.variable("B", 1) == "7");
  CHECK(script.variable("C", 1) == "removed");
  CHECK(script.variable("D", 1) == "none");
  CHECK(script.launch(1).variable("G")->conditional);
  const EnvironmentWrite* b = script.launch(1).variable("B");
  CHECK(script.text(b->span) == "B=7");
  CHECK(script.text(*b->value->written()) == "7");
  std::vector<std::string> names;
  for (const EnvironmentWrite& each : script.summary.settings) names.push_back(each.name);
  CHECK(names == std::vector<std::string>{"B", "C", "C", "D", "E", "F", "B", "C", "B", "G"});
}

TEST_CASE("torchrun and what is like it") {
  Script script(
      "python3 -m torch.distributed.launch --use_env --nproc_per_node=8 \\\n"
      "  --master-port $PORT tools/train.py cfg.py --launcher pytorch \"$@\"\n"
      "torchrun --standalone --nproc 4 -m pkg.train a\n"
      "python -m torch.distributed.run --nnodes 2 $ARGS train.py\n");
  CHECK(script.launch().kind == LaunchKind::kTorchLaunch);
  CHECK(script.text(script.launch().starter) == "python3 -m torch.distributed.launch");
  CHECK(Script::show(*script.launch().interpreter) == "python3");
  CHECK(script.flag("use_env") == "");
  CHECK(script.flag("nproc_per_node") == "8");
  CHECK(script.text(script.launch().flag("nproc_per_node")->span) == "--nproc_per_node=8");
  CHECK(script.text(*script.launch().flag("nproc_per_node")->value->written()) == "8");
  CHECK(script.flag("master_port") == "*");
  CHECK(script.text(script.launch().flag("master_port")->span) == "--master-port $PORT");
  CHECK(Script::show(script.launch().target_word()) == "tools/train.py");
  CHECK(script.arguments() == "cfg.py|--launcher|pytorch|*");
  CHECK(script.launch(1).kind == LaunchKind::kTorchRun);
  CHECK(script.flag("standalone", 1) == "");
  CHECK(script.flag("nproc_per_node", 1) == "4");
  CHECK(std::holds_alternative<ModuleTarget>(script.launch(1).target));
  CHECK(Script::show(script.launch(1).target_word()) == "pkg.train");
  CHECK(script.launch(2).more_flags);
  CHECK(Script::show(script.launch(2).target_word()) == "train.py");
}

// The kind of the first launch, its wrappers, target and arguments.
std::string kind(const std::string& text) {
  Script script(text);
  if (script.summary.launches.empty()) return std::string("none");
  const Launch& launch = script.launch();
  constexpr const char* kKinds[] = {"python",    "launch",     "torchrun", "mpirun", "horovodrun",
                                    "deepspeed", "accelerate", "mim",      "shell"};
  std::string out = kKinds[static_cast<int>(launch.kind)];
  for (const std::string& each : launch.wrappers) out += " " + each;
  return out + ": " + Script::show(launch.target_word()) + " " + script.arguments();
}

TEST_CASE("other launchers, interpreters and wrappers") {
  CHECK(kind("mpirun -np 8 --allow-run-as-root -mca btl ^openib python3 -u train.py a") ==
        "mpirun: train.py a");
  CHECK(kind("horovodrun -np 4 -H a:4 python train.py") == "horovodrun: train.py ");
  CHECK(kind("deepspeed --num_gpus=$N train.py --x") == "deepspeed: train.py --x");
  CHECK(kind("accelerate launch --multi_gpu --num_processes 8 train.py") ==
        "accelerate: train.py ");
  CHECK(kind("srun -p part --gres=gpu:8 -n8 --kill-on-bad-exit=1 ${SRUN_ARGS} python -u "
             "tools/train.py c") == "python srun: tools/train.py c");
  CHECK(kind("nohup $PYTHON -u a.py") == "python nohup: a.py ");
  CHECK(kind("nohup time -p numactl --cpunodebind=0 -m 0 timeout 1h python -W ignore a.py") ==
        "python nohup time numactl timeout: a.py ");
  CHECK(kind("sudo -E A=1 $PYTHON -u a.py b") == "python sudo: a.py b");
  CHECK(kind("${PYTHON:-python} a.py") == "python: a.py ");
  CHECK(kind("/usr/bin/python3.8 -m pkg.mod x") == "python: pkg.mod x");
  CHECK(kind("./tools/train.py x") == "python: ./tools/train.py x");
  CHECK(kind("bash ./tools/dist_train.sh cfg 8") == "shell: ./tools/dist_train.sh cfg|8");
  CHECK(kind("mim train mmdet c.py --gpus 2") == "mim: mmdet c.py|--gpus|2");
  CHECK(kind("mim install mmdet") == "none");
  CHECK(kind("./run.sh a") == "shell: ./run.sh a");
  CHECK(kind("exec python a.py; python b.py") == "python exec: a.py ");
  CHECK(kind("python $SCRIPT --a") == "python: * --a");
  CHECK(kind("conda run -n env python a.py") == "python conda: a.py ");
}

TEST_CASE("each option of another launcher that says where its program begins") {
  for (const std::string option :
       {"-np 8", "-n 8", "-N 4", "-npernode 4", "-ppn 4", "-hostfile h", "-H a:4", "-f h", "-x A",
        "-map-by slot", "-bind-to none", "-mca btl ^openib", "-env A 1", "--allow-run-as-root",
        "--oversubscribe", "--tag-output", "--report-bindings", "--display-map"})
    CHECK_MESSAGE(kind("mpirun " + option + " python train.py a") == "mpirun: train.py a", option);
  CHECK(kind("mpiexec -n 8 python train.py a") == "mpirun: train.py a");
  for (const std::string option : {"-np 4", "-H a:4", "--verbose", "--gloo"})
    CHECK_MESSAGE(kind("horovodrun " + option + " python train.py a") == "horovodrun: train.py a",
                  option);
  for (const std::string option :
       {"-H hosts", "-e worker-1", "-i worker-0", "--no_local_rank", "--bind_cores_to_rank"})
    CHECK_MESSAGE(kind("deepspeed " + option + " $SCRIPT a") == "deepspeed: * a", option);
  CHECK(kind("deepspeed --module pkg.train a") == "deepspeed: pkg.train a");
  for (const std::string option : {"--multi_gpu", "--use_deepspeed", "--use_fsdp"})
    CHECK_MESSAGE(kind("accelerate launch " + option + " $SCRIPT a") == "accelerate: * a", option);
  CHECK(kind("accelerate launch --module pkg.train a") == "accelerate: pkg.train a");
  // The word behind an option that is not known may be its value or the script.
  CHECK(kind("accelerate launch --other $VALUE train.py a") == "accelerate: train.py a");
  CHECK(kind("accelerate launch --other $SCRIPT a") == "accelerate:  ");
  CHECK(kind("sbatch --other $SCRIPT a") == "none");
  for (const char letter : std::string_view("AaBbCcDdeGiJLMmNnopqrSTtwx")) {
    const std::string option = std::string("-") + letter + " 1";
    CHECK_MESSAGE(kind("srun " + option + " python train.py a") == "python srun: train.py a",
                  option);
    CHECK_MESSAGE(kind("sbatch " + option + " job a") == "shell sbatch: job a", option);
  }
  for (const std::string option :
       {"unbuffered", "exclusive", "label", "kill-on-bad-exit", "pty", "verbose"})
    CHECK_MESSAGE(kind("srun --" + option + " python train.py a") == "python srun: train.py a",
                  option);
}

TEST_CASE("each program that runs another") {
  for (const std::string wrapper : {"nohup",
                                    "setsid",
                                    "command",
                                    "unbuffer",
                                    "exec",
                                    "nice -n 10",
                                    "stdbuf -o L",
                                    "stdbuf -oL",
                                    "numactl -m 0",
                                    "taskset 3",
                                    "taskset -c 0-7",
                                    "timeout 1h",
                                    "timeout -k 5 1h",
                                    "sudo -E",
                                    "sudo -u me",
                                    "srun",
                                    "env A=1",
                                    "env -i",
                                    "env -u A",
                                    "conda run -n env",
                                    "conda run --no-capture-output",
                                    "conda run --live-stream"}) {
    const std::string name = wrapper.substr(0, wrapper.find(' '));
    CHECK_MESSAGE(kind(wrapper + " python train.py a") == "python " + name + ": train.py a",
                  wrapper);
  }
  for (const std::string name : {"bash", "sh", "zsh"})
    CHECK_MESSAGE(kind(name + " run.job a") == "shell: run.job a", name);
  const std::string train = "python train.py a";
  const auto in = [](const std::string& name) { return "python " + name + ": train.py a"; };
  const std::string text = "python: train.py a";  // of a shell, which does not count as a wrapper
  for (const std::string option : {"--rm", "--detach", "--init", "--privileged", "--nv", "-d", "-i",
                                   "-t", "-it", "--gpus all", "-v a:b", "--net=host"})
    CHECK_MESSAGE(kind("docker run " + option + " image bash -c '" + train + "'") == text, option);
  CHECK(kind("docker exec box " + train) == in("docker"));
  CHECK(kind("nvidia-docker run image " + train) == in("nvidia-docker"));
  CHECK(kind("singularity exec --nv image.sif " + train) == in("singularity"));
  CHECK(kind("apptainer exec --nv image.sif " + train) == in("apptainer"));
  CHECK(kind("ssh -p 22 -i key -o A=b -tt host " + train) == text);
  CHECK(kind("tmux new-session -d -s a -n b -c c '" + train + "'") == text);
  CHECK(kind("tmux new -ds a '" + train + "'") == text);
  CHECK(kind("tmux send-keys -t a '" + train + "' Enter") == text);
  CHECK(kind("tmux send-keys -t a '" + train + "' C-m") == text);
  CHECK(kind("screen -dmS a " + train) == in("screen"));
  CHECK(kind("screen -S a -X stuff '" + train + "'") == text);
  for (const std::string option : {"-0 -n 1", "-n1 -P 4", "-0P4", "--max-args=1 --max-procs=4"})
    CHECK_MESSAGE(kind("xargs " + option + " " + train) == in("xargs") + "|*", option);
  for (const std::string option : {"-I{}", "-I {}", "-i"})
    CHECK_MESSAGE(kind("xargs " + option + " python train.py a{}") == in("xargs") + "?", option);
  CHECK(kind("find . -exec python train.py a{} \\;") == in("find") + "?");
  CHECK(kind("find . -exec " + train + " +") == in("find"));
  CHECK(kind("parallel -j 4 " + train + " ::: 1 2") == text);
  CHECK(kind("sbatch --wrap='" + train + "'") == text);
  CHECK(kind("sbatch --parsable --job-name job job.slurm a") == "shell sbatch: job.slurm a");
}

TEST_CASE("what a program that is not known starts is not known") {
  for (const std::string before : {"podman run image", "kubectl exec pod --", "launcher", "env -S",
                                   "xargs --max-lines 4", "echo"})
    CHECK_MESSAGE(kind(before + " torchrun --nproc_per_node=2 train.py") == "none", before);
}

TEST_CASE("what runs only if another command succeeds") {
  const auto stops = [](const std::string& text) { return Script(text).context().stops; };
  CHECK(stops("set -e\npython a.py\n"));
  CHECK(stops("set -euo pipefail\nif true; then python a.py; fi\n"));
  CHECK_FALSE(stops("python a.py\nset -e\n"));
  CHECK_FALSE(stops("set -e\npython a.py || true\n"));
  CHECK_FALSE(stops("set -e\nif python a.py; then echo; fi\n"));
  CHECK_FALSE(stops("set -e\nwhile ! python a.py; do sleep 1; done\n"));
  CHECK_FALSE(stops("set -e\nf() { python a.py; echo; }\nf && echo done\n"));
  CHECK_FALSE(stops("set -e\npython a.py &\nwait\n"));
  CHECK_FALSE(stops("set -e\npython a.py | tee log\n"));
  CHECK_FALSE(stops("set -e\nset +e\npython a.py\n"));

  Script both("python a.py && python b.py || python c.py\npython d.py\n");
  REQUIRE(both.summary.launches.size() == 4);
  REQUIRE(both.context(1).after);
  CHECK(both.text(*both.context(1).after) == "python a.py");
  for (const std::size_t i : {0, 2, 3}) CHECK_FALSE(both.context(i).after);
}

TEST_CASE("what only looks like a command") {
  for (const char* text :
       {"echo torchrun train.py", "echo \"python train.py\"", "pkill -f 'torchrun train.py'",
        "# torchrun train.py", "cat <<EOF\ntorchrun train.py\nEOF",
        "sed -i 's/python train.py/torchrun/' a", "printf '%s' 'python a.py'", "command -v python",
        "A='torchrun train.py'", "which python3", "grep -q python a.py", "ls *.py"}) {
    CAPTURE(text);
    CHECK(Script(text).summary.launches.empty());
  }
}

TEST_CASE("commands in strings") {
  Script script(
      "CMD=\"python3 train.py $CONFIG \\\n  --launcher pytorch\"\n$CMD\neval \"A=1 $CMD\"\n"
      "nohup bash -c \"$CMD --amp; wait\" > log &\n");
  REQUIRE(script.summary.launches.size() == 3);
  CHECK(script.words(0) == "python3|train.py|*|--launcher|pytorch");
  CHECK(script.text(script.launch(0).target_word().span) == "train.py");
  CHECK(script.text(*script.launch(0).target_word().written()) == "train.py");
  CHECK(script.launch(0).target_word().span.begin == 13);
  CHECK(script.variable("A", 1) == "1");
  CHECK(script.words(2) == "python3|train.py|*|--launcher|pytorch|--amp");
  CHECK(script.text(script.launch(2).arguments.back().span) == "--amp");
  CHECK(script.context(2).background);
  CHECK(script.text(script.launch(1).span).starts_with("python3 train.py"));

  Script array("CMD=(torchrun --nproc_per_node 8)\nCMD+=(train.py 'a b')\n\"${CMD[@]}\"\n");
  CHECK(array.words() == "torchrun|--nproc_per_node|8|train.py|a b");
  CHECK(array.flag("nproc_per_node") == "8");
}

TEST_CASE("pipelines and the status that they lose") {
  Script script(
      "python a.py 2>&1 | tee log\nif [ $? -ne 0 ]; then exit 1; fi\nset -o pipefail\npython b.py "
      "| tee log\nx ${PIPESTATUS[0]}\n"
      "if python c.py | tee log; then x; fi\nset +o pipefail\n! python d.py | cat\n");
  REQUIRE(script.summary.pipelines.size() == 4);
  const Pipeline& first = script.summary.pipelines[0];
  CHECK(first.last == "tee");
  CHECK(!first.pipefail);
  REQUIRE(first.status_read);
  CHECK(script.text(*first.status_read) == "$?");
  CHECK(script.context(0).pipeline == 0u);
  CHECK(script.summary.pipelines[1].pipefail);
  CHECK(script.text(*script.summary.pipelines[1].pipestatus_read) == "${PIPESTATUS[0]}");
  CHECK(script.summary.pipelines[2].is_condition);
  CHECK(!script.summary.pipelines[3].pipefail);
}

TEST_CASE("Python inside of a script") {
  const std::string text =
      "python3 -c '\nimport torch\n'\npython -c \"print('$X', \\\"a\\\")\"\npython - "
      "<<'EOF'\nimport a\nEOF\n"
      "cat > gen.py <<EOF\nimport b\nx = \\$y + $z\nEOF\ncat <<EOF\nimport c\nEOF\n";
  Script script(text);
  REQUIRE(script.summary.embedded.size() == 4);
  const auto& code = script.summary.embedded;
  CHECK(code[0].text == "\nimport torch\n");
  CHECK(script.text(code[0].span) == code[0].text);
  CHECK(!code[1].complete);
  CHECK(code[1].text == "print('$X', \"a\")");
  CHECK(code[2].text == "import a\n");
  CHECK(std::get<StandardInputTarget>(script.launch(2).target).embedded == 2u);
  CHECK(code[3].path == "gen.py");
  CHECK(!code[3].complete);
  CHECK(code[3].text == "import b\nx = $y + $z\n");
  const Script tabs("python - <<-'E'\n\timport a\n\tE\n");
  CHECK(tabs.summary.embedded.at(0).text == "import a\n");
}

TEST_CASE("hostile scripts end") {
  const auto repeat = [](const std::string& text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
  };
  CHECK(last("X=ab\n" + repeat("X=$X$X\n", 60) + "run \"$X\"").size() < 70000);
  CHECK(Script(repeat("f() { f; f; }\n", 3) + "f").summary.launches.empty());
  std::string chain = "f0() { x; }\n";
  for (int i = 1; i < 40; ++i)
    chain += "f" + std::to_string(i) + "() { f" + std::to_string(i - 1) + "; f" +
             std::to_string(i - 1) + "; }\n";
  CHECK(!Script(chain + "f39").summary.commands.empty());
  CHECK(Script(repeat("$(echo ", 150) + repeat(")", 150)).summary.launches.empty());
  CHECK(!Script(repeat("if a; then A=$A$B; fi; export A$A=1\n", 3000)).summary.commands.empty());
  CHECK(Script("CMD='eval \"$CMD\"'; eval \"$CMD\"").summary.launches.empty());
  const Summary big = Script(repeat("export A=1; torchrun a.py\n", 20000)).summary;
  CHECK(big.commands.size() == 20000);
  CHECK(!Script(repeat("X=$Y$X\n", 5000)).summary.incomplete);
  CHECK(Script("X=`!`").summary.launches.empty());
  CHECK(!Script(repeat("eval 'a=1 ", 1) + "'\n" + repeat("A=1; source x\n", 2000))
             .summary.incomplete);
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "export A" + std::to_string(i) + "=1\ntorchrun a.py\n";
  CHECK(Script(many).summary.incomplete);
}
