/** One run on several machines at a time: what each of them runs. Rank 0 is the first one. */
export interface NodeCommand {
  /** For each of them, with the variables of `nodeVariables`. */
  script: string;
  /** The run is over once the command of rank 0 is, because that one has started the others. */
  endsWithFirst: boolean;
}

/** @param options before its own, those that it lacks */
type Engine = (command: string, options: string) => NodeCommand;

const onAll: Engine = (command, options) => ({
  script: command + options,
  endsWithFirst: false,
});

const onFirst: Engine = (command, options) => ({
  script: `[ "$SKYPILOT_NODE_RANK" = 0 ] || exit 0\n${command}${options}`,
  endsWithFirst: true,
});

const ray: Engine = (command, options) => ({
  script: `if [ "$SKYPILOT_NODE_RANK" != 0 ]; then
  until ray start --address="$DSTACK_MASTER_NODE_IP:6379" --node-ip-address="$GPU_RENTAL_NODE_IP" --block; do sleep 5; done
  exit 0
fi
ray start --head --port=6379 --node-ip-address="$GPU_RENTAL_NODE_IP" --block & _gpu_head=$!
until ray job list --address=http://127.0.0.1:8265 >/dev/null 2>&1; do kill -0 $_gpu_head || exit 1; sleep 2; done
${command}${options}`,
  endsWithFirst: true,
});

interface Row {
  /** How a command begins. */
  begins: RegExp;
  /** With one of these, it is left to the row below. */
  unless?: RegExp;
  run: Engine;
  /** What is added, unless one of these is there, or only where another one is. */
  options: readonly { unless: RegExp; where?: RegExp; add: string }[];
}

const hostfile = ' --hostfile "$DSTACK_MPI_HOSTFILE"';
const masterAddress = { unless: / --master_addr\b/, add: ' --master_addr="$DSTACK_MASTER_NODE_IP"' };

/**
 * As their documentation says; `slots` of the host file is the number of GPUs. A machine has several addresses, of which none
 * of them finds the one in the network of all by itself: torchrun looks for that of the machine's name alone, DeepSpeed takes
 * the first, and Ray that of the way to the internet.
 */
const engines: readonly Row[] = [
  {
    begins: /^(?:(?:uv run )?torchrun|python3? -m torch\.distributed\.run)(?= |$)/,
    run: onAll,
    options: [
      {
        unless: / --(nnodes|rdzv|node[-_]rank|master|local[-_]addr|standalone)/,
        add: ' --nnodes="$SKYPILOT_NUM_NODES" --rdzv-id=gpu-rental --rdzv-backend=c10d --rdzv-endpoint="$DSTACK_MASTER_NODE_IP:29500" --rdzv-conf="is_host=$((SKYPILOT_NODE_RANK == 0))" --local-addr="$GPU_RENTAL_NODE_IP"',
      },
      { unless: / --nproc[-_]per[-_]node/, add: ' --nproc-per-node="$SKYPILOT_NUM_GPUS_PER_NODE"' },
    ],
  },
  {
    begins: /^(?:uv run )?accelerate launch(?= |$)/,
    run: onAll,
    options: [
      {
        unless: / --(num_machines|machine_rank|main_process_ip)/,
        add: ' --num_machines="$SKYPILOT_NUM_NODES" --machine_rank="$SKYPILOT_NODE_RANK" --main_process_ip="$DSTACK_MASTER_NODE_IP" --main_process_port=29500',
      },
      { unless: / --num_processes/, add: ' --num_processes="$DSTACK_GPUS_NUM"' },
      // It thinks of the GPUs of its machine alone, of which there may be one.
      {
        unless: / --(multi_gpu|cpu|use_cpu|tpu|use_deepspeed|use_fsdp|use_megatron_lm|config_file)\b/,
        add: ' --multi_gpu',
      },
      {
        where: / --use_deepspeed\b/,
        unless: / --deepspeed_multinode_launcher\b/,
        add: ' --deepspeed_multinode_launcher=standard',
      },
    ],
  },
  {
    // Its other launchers need more programs, and take no variables along.
    begins: /^(?:uv run )?deepspeed(?= |$)/,
    unless: / (--(hostfile|launcher|num_nodes|include|exclude|elastic_training)|-H)\b/,
    run: onAll,
    options: [
      { unless: / --no_ssh\b/, add: `${hostfile} --no_ssh --node_rank="$SKYPILOT_NODE_RANK"` },
      masterAddress,
    ],
  },
  {
    begins: /^(?:uv run )?deepspeed(?= |$)/,
    run: onFirst,
    options: [{ unless: / (--hostfile|-H)\b/, add: hostfile }, masterAddress],
  },
  {
    begins: /^mpi(?:run|exec)(?= |$)/,
    run: onFirst,
    options: [{ unless: / (--?(host|hostfile|machinefile)|-H)\b/, add: hostfile }],
  },
  {
    begins: /^ray job submit(?= |$)/,
    run: ray,
    options: [{ unless: / --address/, add: ' --address=http://127.0.0.1:8265' }],
  },
];

/**
 * What the machines of a run do for its command. One that knows of them itself, by a variable of SkyPilot or dstack, or that
 * is more than one call of a known engine, runs on each of them as it is.
 */
export function nodeCommand(run: string): NodeCommand {
  const lines = run
    .replaceAll(/\\\r?\n[ \t]*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [line = ''] = lines;
  const asItIs = { script: run, endsWithFirst: false };
  const unquoted = line.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '');
  if (lines.length !== 1 || /\b(SKYPILOT|DSTACK)_/.test(line) || /[;&|]/.test(unquoted)) return asItIs;
  const [, before = '', command = ''] = /^((?:\w+=\S* +)*)(.*)$/.exec(line) ?? [];
  for (const { begins, unless: isOther, run: engine, options } of engines) {
    const [found] = begins.exec(command) ?? [];
    if (found === undefined) continue;
    const rest = command.slice(found.length);
    if (isOther?.test(rest)) continue;
    const added = options.flatMap(({ unless, where, add }) =>
      unless.test(rest) || where?.test(rest) === false ? [] : [add],
    );
    return engine(before + found, added.join('') + rest);
  }
  return asItIs;
}

/** What scripts for SkyPilot and dstack find of the machines. Their addresses are known only once all of them are ready. */
export const nodeVariables = (rank: number, count: number, gpus: number): Record<string, string> => ({
  SKYPILOT_NODE_RANK: String(rank),
  SKYPILOT_NUM_NODES: String(count),
  SKYPILOT_NUM_GPUS_PER_NODE: String(gpus),
  DSTACK_NODE_RANK: String(rank),
  DSTACK_NODES_NUM: String(count),
  DSTACK_GPUS_PER_NODE: String(gpus),
  DSTACK_GPUS_NUM: String(gpus * count),
});

/** What those find that run alone. */
export const variablesOfOne = (name: string, gpus: number): Record<string, string> => ({
  ...nodeVariables(0, 1, gpus),
  DSTACK_RUN_NAME: name,
  SKYPILOT_NODE_IPS: '127.0.0.1',
  DSTACK_NODES_IPS: '127.0.0.1',
  DSTACK_MASTER_NODE_IP: '127.0.0.1',
});
