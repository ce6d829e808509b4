import * as l10n from '@vscode/l10n';
import { Document, stringify, visit } from 'yaml';
import { formatDollars, formatPercent, formatSpan } from '../format';
import type { TaskFormat } from './task';
import type { ExportedTask } from './writtenValues';
import * as values from './writtenValues';
import type { RunThen } from '../runs/afterRun';

type Said = Record<string, unknown>;

interface Format {
  /** The keys of the file; those that are undefined aren't written. */
  keys: (task: ExportedTask) => Said;
  /** What the format has no key for, in words; only of what the task says. */
  missing: (task: ExportedTask) => (string | false | undefined)[];
}

/**
 * A task, or a machine to work on, as a file of another tool. `readTask` and `launchFromTask` read the same from it,
 * except for what the first comment names because the format has no word for it. Values of secrets are in neither, so
 * they are in no file.
 */
export function writeTask(task: ExportedTask, format: TaskFormat): string {
  const { keys, missing } = formats[format];
  const document = new Document(keys(task));
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && isOther(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const lost = missing(task).filter((words) => typeof words === 'string');
  if (lost.length > 0)
    // VS Code shows the first line as the title of a new file.
    document.commentBefore = [
      ...(task.name ? [task.name] : []),
      l10n.t('Not part of this format:'),
      ...lost.map((words) => `- ${words}`),
    ]
      // What isn't printed ends a comment for some readers, or isn't allowed in a file.
      .map((line) => ` ${line.replaceAll(/[\s\p{C}]+/gu, ' ')}`)
      .join('\n');
  return document.toString({ lineWidth: 0 });
}

/**
 * Both tools read YAML 1.1, in which a plain `yes`, `8080:22` or `1_000` is no text; and `=`, `<<` or a tab is refused by
 * Python's reader.
 */
const isOther = (text: string): boolean =>
  !text.includes('\n') && (/^(=|<<)$|\t/.test(text) || /^["']/.test(stringify(text, { version: '1.1' })));

const formats: Readonly<Record<TaskFormat, Format>> = {
  skypilot: {
    keys: (task) => {
      const { name, workdir, resources, secrets, mounts, nodes, setup, run } = task;
      return {
        name: name === undefined ? undefined : values.skyName(name),
        workdir,
        num_nodes: nodes,
        resources: values.unlessEmpty({
          accelerators: values.skyGpu(resources),
          cpus: values.atLeast(resources.cpus, '+'),
          memory: values.atLeast(resources.memory, '+'),
          disk_size: resources.disk === undefined ? undefined : Math.ceil(resources.disk),
          image_id: resources.image === undefined ? undefined : `docker:${resources.image}`,
          use_spot: resources.isBid,
          max_hourly_cost: resources.maxPrice,
          ports: values.unlessEmpty(values.portsIn('skypilot', task).map(values.portNumber)),
          autostop: values.skyAutostop(task),
        }),
        envs: values.unlessEmpty(values.plainVariables(task)),
        secrets: values.unlessEmpty(Object.fromEntries(secrets.map((secret) => [secret, null]))),
        file_mounts: values.unlessEmpty(Object.fromEntries(mounts.map(({ from, to }) => [to, from]))),
        setup: setup === '' ? undefined : setup,
        run,
      };
    },
    missing: (task) => [
      ...inNeither(task),
      task.name !== undefined && values.skyName(task.name) !== task.name && words.name(task.name),
      task.resources.gpuMemory !== undefined && words.gpuMemory(task.resources.gpuMemory),
      task.resources.gpu === undefined &&
        task.resources.gpus !== undefined &&
        words.gpus(task.resources.gpus),
      task.resources.gpu !== undefined && task.resources.gpus === undefined && words.anyGpus(),
      task.resources.disk !== undefined &&
        !Number.isInteger(task.resources.disk) &&
        words.disk(task.resources.disk),
      ...values.portsLost('skypilot', task).map(words.port),
      values.skyAutostop(task) === undefined && words.stop(task.stopWhenIdle),
      task.limitHours !== undefined && words.hours(task.limitHours),
      task.idle && words.idle(task.idle.minutes, task.idle.below),
    ],
  },
  dstack: {
    keys: (task) => {
      const { name, resources, secrets, setup, run, nodes, mounts, limitHours, idle } = task;
      const scripts = [setup, run].filter((script) => script !== undefined && script.trim() !== '');
      return {
        ...(run === undefined ? { type: 'dev-environment', ide: 'vscode' } : { type: 'task' }),
        name: name === undefined ? undefined : values.dstackName(name),
        nodes,
        image: resources.image,
        registry_auth: task.login
          ? { username: task.login.username, password: `\${{ secrets.${task.login.secret} }}` }
          : undefined,
        env: values.unlessEmpty([
          ...Object.entries(values.plainVariables(task))
            .filter(([, value]) => !value.includes('\n'))
            .map(([variable, value]) => `${variable}=${value}`),
          ...secrets,
        ]),
        ports: values.unlessEmpty(values.portsIn('dstack', task).map(values.portNumber)),
        files: values.unlessEmpty(mounts.filter(values.isMapped).map(({ from, to }) => `${from}:${to}`)),
        ...(run === undefined ? { init: values.unlessEmpty(scripts) } : { commands: scripts }),
        resources: values.unlessEmpty({
          gpu: values.dstackGpu(resources),
          cpu: values.atLeast(resources.cpus, '..'),
          memory: values.atLeast(resources.memory, 'GB..'),
          disk: values.atLeast(resources.disk, 'GB..'),
        }),
        max_duration: limitHours === undefined ? undefined : values.duration(limitHours * 3600),
        max_price: resources.maxPrice,
        spot_policy: resources.isBid === undefined ? undefined : resources.isBid ? 'spot' : 'on-demand',
        utilization_policy:
          idle && values.canWatch(idle)
            ? { min_gpu_utilization: Math.round(idle.below), time_window: values.duration(idle.minutes * 60) }
            : undefined,
      };
    },
    missing: (task) => [
      ...inNeither(task),
      task.name !== undefined && values.dstackName(task.name) !== task.name && words.name(task.name),
      task.workdir !== undefined && words.workdir(task.workdir),
      ...task.mounts.filter((mount) => !values.isMapped(mount)).map(({ from, to }) => words.mount(from, to)),
      ...Object.entries(values.plainVariables(task))
        .filter(([, value]) => value.includes('\n'))
        .map(([variable]) => words.variable(variable)),
      ...values.portsLost('dstack', task).map(words.port),
      task.run !== undefined && task.setup.trim() !== '' && words.setup(),
      task.then !== undefined && words.then(task.then),
      // Its runs are only ever ended with their disk.
      words.stop(task.stopWhenIdle),
      task.idle && !values.canWatch(task.idle) && words.idle(task.idle.minutes, task.idle.below),
    ],
  },
};

const words = {
  name: (name: string) => l10n.t('name: {0}', name),
  fetch: (patterns: readonly string[]) => l10n.t('fetch after the run: {0}', patterns.join(', ')),
  dollars: (most: number) => l10n.t('limit: {0}', formatDollars(most)),
  hours: (most: number) => l10n.t('limit: {0}', formatSpan(most, 'hour')),
  idle: (minutes: number, below: number) =>
    l10n.t('end after {0} with GPUs below {1}', formatSpan(minutes, 'minute'), formatPercent(below / 100)),
  gpuMemory: (gigabytes: number) => l10n.t('memory of a GPU: {0} GB', gigabytes),
  gpus: (count: number) => l10n.t('number of GPUs: {0}', count),
  anyGpus: () => l10n.t('number of GPUs: any'),
  disk: (gigabytes: number) => l10n.t('disk: {0} GB', gigabytes),
  port: (port: string) => l10n.t('port: {0}', port),
  variable: (name: string) => l10n.t('variable, as its value has several lines: {0}', name),
  stop: (minutes: number | undefined) =>
    minutes !== undefined && l10n.t('stops when idle for {0}', formatSpan(minutes, 'minute')),
  workdir: (folder: string) => l10n.t('folder to send: {0}', folder),
  mount: (from: string, to: string) => l10n.t('files elsewhere on the machine: {0} to {1}', from, to),
  setup: () => l10n.t('set-up apart from the run: it is the first command here'),
  resume: (command: string) => l10n.t('after a restart of the machine: {0}', command),
  then: (then: RunThen) => l10n.t('after the run: {0}', then),
};

const inNeither = ({ fetch, limitDollars, resume, lost = [] }: ExportedTask) => [
  ...lost,
  fetch.length > 0 && words.fetch(fetch),
  limitDollars !== undefined && words.dollars(limitDollars),
  resume !== undefined && words.resume(resume),
];
