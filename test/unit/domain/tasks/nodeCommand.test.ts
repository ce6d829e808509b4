import { expect, it } from 'vitest';
import { nodeCommand, nodeVariables, variablesOfOne } from '../../../../src/domain/tasks/nodeCommand';

const rendezvous =
  '--nnodes="$SKYPILOT_NUM_NODES" --rdzv-id=gpu-rental --rdzv-backend=c10d --rdzv-endpoint="$DSTACK_MASTER_NODE_IP:29500" --rdzv-conf="is_host=$((SKYPILOT_NODE_RANK == 0))" --local-addr="$GPU_RENTAL_NODE_IP"';
const perNode = '--nproc-per-node="$SKYPILOT_NUM_GPUS_PER_NODE"';
const accelerate =
  '--num_machines="$SKYPILOT_NUM_NODES" --machine_rank="$SKYPILOT_NODE_RANK" --main_process_ip="$DSTACK_MASTER_NODE_IP" --main_process_port=29500';
const processes = '--num_processes="$DSTACK_GPUS_NUM"';
const noSsh = '--no_ssh --node_rank="$SKYPILOT_NODE_RANK"';
const master = '--master_addr="$DSTACK_MASTER_NODE_IP"';

// Checked against these, in November 2026:
// - torchrun: docs.pytorch.org/docs/stable/elastic/run.html, and torch/distributed/elastic/rendezvous of pytorch/pytorch for
//   `is_host`: without it, an address of a second network card is taken for another machine's. `--local-addr` is what others
//   reach it by; without it, they get a name that they may not know. Both are in torch 2.0.
// - Accelerate: huggingface.co/docs/accelerate/package_reference/cli, and src/accelerate/commands/launch.py of
//   huggingface/accelerate: `--multi_gpu` comes by itself only on a machine with several GPUs.
it.each([
  ['torchrun train.py --lr 1', `torchrun ${rendezvous} ${perNode} train.py --lr 1`],
  ['torchrun --nproc_per_node 4 train.py', `torchrun ${rendezvous} --nproc_per_node 4 train.py`],
  [
    '# all of it\nA=1 uv run torchrun \\\n  train.py',
    `A=1 uv run torchrun ${rendezvous} ${perNode} train.py`,
  ],
  ['python -m torch.distributed.run t.py', `python -m torch.distributed.run ${rendezvous} ${perNode} t.py`],
  ['torchrun --nnodes 2 --node_rank 0 t.py', `torchrun ${perNode} --nnodes 2 --node_rank 0 t.py`],
  ['accelerate launch t.py', `accelerate launch ${accelerate} ${processes} --multi_gpu t.py`],
  [
    'accelerate launch --config_file a.yaml t.py',
    `accelerate launch ${accelerate} ${processes} --config_file a.yaml t.py`,
  ],
  ['accelerate launch --use_fsdp t.py', `accelerate launch ${accelerate} ${processes} --use_fsdp t.py`],
  [
    'accelerate launch --use_deepspeed t.py',
    `accelerate launch ${accelerate} ${processes} --deepspeed_multinode_launcher=standard --use_deepspeed t.py`,
  ],
])('has each of them take part: %j', (run, script) => {
  expect(nodeCommand(run)).toEqual({ script, endsWithFirst: false });
});

// DeepSpeed: deepspeed.ai/getting-started, "Launching without passwordless SSH" (from 0.14.5), and deepspeed/launcher/runner.py
// of deepspeedai/DeepSpeed: by default it needs pdsh, and takes the first address that `hostname -I` has.
it.each([
  ['deepspeed t.py -e 3', `deepspeed --hostfile "$DSTACK_MPI_HOSTFILE" ${noSsh} ${master} t.py -e 3`],
  [
    'deepspeed --master_addr a --num_gpus 2 t.py',
    `deepspeed --hostfile "$DSTACK_MPI_HOSTFILE" ${noSsh} --master_addr a --num_gpus 2 t.py`,
  ],
])('has each of them take part in what DeepSpeed does: %j', (run, script) => {
  expect(nodeCommand(run)).toEqual({ script, endsWithFirst: false });
});

// Open MPI's is played for real: test/unit/ssh/nodes.
it.each([
  [
    'deepspeed --launcher pdsh t.py',
    `deepspeed --hostfile "$DSTACK_MPI_HOSTFILE" ${master} --launcher pdsh t.py`,
  ],
  ['deepspeed --hostfile hosts t.py', `deepspeed ${master} --hostfile hosts t.py`],
  ['mpirun -np 4 ./work', 'mpirun --hostfile "$DSTACK_MPI_HOSTFILE" -np 4 ./work'],
  ['mpirun -H a,b ./work', 'mpirun -H a,b ./work'],
  [`mpirun sh -c 'a || b; "c"'`, `mpirun --hostfile "$DSTACK_MPI_HOSTFILE" sh -c 'a || b; "c"'`],
])('has the first one start the others: %j', (run, command) => {
  expect(nodeCommand(run)).toEqual({
    script: `[ "$SKYPILOT_NODE_RANK" = 0 ] || exit 0\n${command}`,
    endsWithFirst: true,
  });
});

// docs.ray.io/en/latest/cluster/cli.html (`ray start`: `--node-ip-address`, `--port`, `--block`) and
// .../running-applications/job-submission/cli.html; the dashboard's address is the default.
it('starts Ray on all of them and gives the job to the first one', () => {
  expect(nodeCommand('ray job submit -- python t.py')).toEqual({
    script: `if [ "$SKYPILOT_NODE_RANK" != 0 ]; then
  until ray start --address="$DSTACK_MASTER_NODE_IP:6379" --node-ip-address="$GPU_RENTAL_NODE_IP" --block; do sleep 5; done
  exit 0
fi
ray start --head --port=6379 --node-ip-address="$GPU_RENTAL_NODE_IP" --block & _gpu_head=$!
until ray job list --address=http://127.0.0.1:8265 >/dev/null 2>&1; do kill -0 $_gpu_head || exit 1; sleep 2; done
ray job submit --address=http://127.0.0.1:8265 -- python t.py`,
    endsWithFirst: true,
  });
});

it.each([
  'python train.py',
  'torchrunner train.py',
  'torchrun --nnodes=$SKYPILOT_NUM_NODES train.py',
  'if [ $DSTACK_NODE_RANK -eq 0 ]; then\n  mpirun --hostfile $DSTACK_MPI_HOSTFILE ./work\nfi',
  'pip install x && torchrun train.py',
  'cd a\ntorchrun train.py',
])('runs as it is on each what knows of the machines itself, or is more than one call: %j', (run) => {
  expect(nodeCommand(run)).toEqual({ script: run, endsWithFirst: false });
});

it('has the variables of SkyPilot and dstack', () => {
  expect(nodeVariables(1, 3, 4)).toEqual({
    SKYPILOT_NODE_RANK: '1',
    SKYPILOT_NUM_NODES: '3',
    SKYPILOT_NUM_GPUS_PER_NODE: '4',
    DSTACK_NODE_RANK: '1',
    DSTACK_NODES_NUM: '3',
    DSTACK_GPUS_PER_NODE: '4',
    DSTACK_GPUS_NUM: '12',
  });
  expect(variablesOfOne('train', 2)).toMatchObject({ DSTACK_RUN_NAME: 'train', DSTACK_GPUS_NUM: '2' });
});
