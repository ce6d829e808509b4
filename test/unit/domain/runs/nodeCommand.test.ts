import { expect, it } from 'vitest';
import { nodeCommand, nodeVariables, variablesOfOne } from '../../../../src/domain/runs/nodeCommand';

const rendezvous =
  '--nnodes="$SKYPILOT_NUM_NODES" --rdzv-id=gpu-rental --rdzv-backend=c10d --rdzv-endpoint="$DSTACK_MASTER_NODE_IP:29500"';
const perNode = '--nproc-per-node="$SKYPILOT_NUM_GPUS_PER_NODE"';
const accelerate =
  '--num_machines="$SKYPILOT_NUM_NODES" --machine_rank="$SKYPILOT_NODE_RANK" --main_process_ip="$DSTACK_MASTER_NODE_IP" --main_process_port=29500';

// As torchrun, Accelerate, DeepSpeed, Open MPI and Ray describe their calls for several machines.
it.each([
  ['torchrun train.py --lr 1', `torchrun ${rendezvous} ${perNode} train.py --lr 1`],
  ['torchrun --nproc_per_node 4 train.py', `torchrun ${rendezvous} --nproc_per_node 4 train.py`],
  [
    '# all of it\nA=1 uv run torchrun \\\n  train.py',
    `A=1 uv run torchrun ${rendezvous} ${perNode} train.py`,
  ],
  ['python -m torch.distributed.run t.py', `python -m torch.distributed.run ${rendezvous} ${perNode} t.py`],
  ['torchrun --nnodes 2 --node_rank 0 t.py', `torchrun ${perNode} --nnodes 2 --node_rank 0 t.py`],
  ['accelerate launch t.py', `accelerate launch ${accelerate} --num_processes="$DSTACK_GPUS_NUM" t.py`],
])('has each of them take part: %j', (run, script) => {
  expect(nodeCommand(run)).toEqual({ script, endsWithFirst: false });
});

it.each([
  ['deepspeed t.py', 'deepspeed --hostfile "$DSTACK_MPI_HOSTFILE" t.py'],
  ['deepspeed --hostfile hosts t.py', 'deepspeed --hostfile hosts t.py'],
  ['mpirun -np 4 ./work', 'mpirun --hostfile "$DSTACK_MPI_HOSTFILE" -np 4 ./work'],
  ['mpirun -H a,b ./work', 'mpirun -H a,b ./work'],
  [`mpirun sh -c 'a || b; "c"'`, `mpirun --hostfile "$DSTACK_MPI_HOSTFILE" sh -c 'a || b; "c"'`],
])('has the first one start the others: %j', (run, command) => {
  expect(nodeCommand(run)).toEqual({
    script: `[ "$SKYPILOT_NODE_RANK" = 0 ] || exit 0\n${command}`,
    endsWithFirst: true,
  });
});

it('starts Ray on all of them and gives the job to the first one', () => {
  expect(nodeCommand('ray job submit -- python t.py')).toEqual({
    script: `if [ "$SKYPILOT_NODE_RANK" != 0 ]; then
  until ray start --address="$DSTACK_MASTER_NODE_IP:6379" --block; do sleep 5; done
  exit 0
fi
ray start --head --port=6379 --block & head=$!
until ray job list --address=http://127.0.0.1:8265 >/dev/null 2>&1; do kill -0 $head || exit 1; sleep 2; done
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
