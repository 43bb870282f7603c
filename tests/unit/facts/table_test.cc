#include "facts/table.h"

#include <doctest/doctest.h>

#include "facts/accelerators.h"
#include "facts/distributed.h"
#include "facts/launch.h"
#include "facts/libraries.h"

namespace mmlint::facts {
namespace {

TEST_CASE("a row is a name and its kinds, and a beginning stands for any ending") {
  const Table table("launch_variables");
  CHECK(table.has("LOCAL_RANK"));
  CHECK(table.has("LOCAL_RANK", "torchrun"));
  CHECK_FALSE(table.has("LOCAL_RANK", "slurm"));
  CHECK(table.has("SLURM_PROCID", "slurm"));
  CHECK(table.has("SLURM_PROCID", "job"));
  CHECK(table.has("SLURM_CLUSTER_NAME", "job"));
  CHECK_FALSE(table.has("SLURM_CLUSTER_NAME", "slurm"));
  CHECK_FALSE(table.has("MY_SLURM"));
  CHECK(table.names("count") == std::vector<std::string>{"SLURM_NTASKS", "SLURM_NPROCS"});
  const Table calls("distributed_calls");
  CHECK(calls.number("gather", "group") == 3);
  CHECK(calls.number("get_rank", "group") == std::nullopt);
  CHECK(calls.number("none", "group") == std::nullopt);
}

TEST_CASE("tables answer questions") {
  CHECK(is_standard_module("os.path"));
  CHECK(is_standard_module("datetime"));
  CHECK_FALSE(is_standard_module("torch"));
  CHECK_FALSE(is_standard_module(""));
  CHECK(makes_no_group("cv2.dnn"));
  CHECK(makes_no_group("subprocess"));
  CHECK(makes_no_group("timm.utils.AverageMeter"));
  CHECK_FALSE(makes_no_group("timm.utils.distributed.init_distributed_device"));
  CHECK_FALSE(makes_no_group("deepspeed"));
  CHECK(is_rank_variable("PMI_RANK"));
  CHECK_FALSE(is_rank_variable("PMI_SIZE"));
  CHECK(is_usual_variable("XDG_RUNTIME_DIR"));
  CHECK(group_of_collective("torch.distributed.all_to_all_single") == 4);
  CHECK(group_of_collective("torch.distributed.get_rank") == std::nullopt);
  CHECK_FALSE(group_of_collective("mmengine.dist.barrier"));
  CHECK(may_move_values("torch.distributed.all_reduce"));
  CHECK(may_move_values("torch.distributed.something_new"));
  CHECK_FALSE(may_move_values("torch.distributed.barrier"));
  CHECK_FALSE(may_move_values("torch.nn.Linear"));
  CHECK(may_exchange("opt = hvd.DistributedOptimizer(opt)", Exchange::kGradients));
  CHECK_FALSE(may_exchange("opt.step()", Exchange::kGradients));
  CHECK(is_host_backend("gloo"));
  CHECK_FALSE(is_host_backend("nccl"));
}

}  // namespace
}  // namespace mmlint::facts
