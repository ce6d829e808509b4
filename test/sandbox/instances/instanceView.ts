import { hourlyTotals, storagePerHour } from '../market/prices';
import { round } from '../market/generateMarket';
import type { Address, Instance } from './instance';
import { pullProgress } from './pullProgress';
import { runtypeTraits, type RuntypeTraits } from './runtypes';

export interface InstanceViewOptions {
  /** Epoch seconds. */
  now: number;
  /** Other renters' lowest bid for these GPUs, dollars per hour. */
  minBid: number;
}

/** An instance as the service answers it (specification, Instance; more members as public clients know them). */
export function viewInstance(instance: Instance, { now, minBid }: InstanceViewOptions) {
  const { offer, launch, terms } = instance;
  const { machine, numGpus } = offer;
  const traits = runtypeTraits[launch.runtype];
  const running = instance.actual === 'running' && instance.current === 'running';
  return {
    id: instance.id,
    label: instance.label ?? null,
    actual_status: instance.actual,
    cur_state: instance.current,
    next_state: instance.intended,
    intended_status: instance.intended,
    status_msg: statusMessage(instance, now),
    ...addressMembers(instance.address, traits, instance.id),
    image_uuid: launch.image,
    image_runtype: traits.imageRuntype,
    image_args: launch.argsStr === undefined ? [] : [launch.argsStr],
    extra_env: Object.entries(launch.env),
    onstart: launch.onstart ?? null,
    template_id: launch.template?.id ?? null,
    template_hash_id: launch.template?.hashId ?? null,
    template_name: launch.template?.name ?? null,
    jupyter_token: instance.jupyterToken,
    start_date: instance.createdAt,
    end_date: machine.until,
    duration: Math.max(0, machine.until - now),
    uptime_mins: instance.runningSince === undefined ? null : (now - instance.runningSince) / 60,
    gpu_name: machine.gpu.name,
    num_gpus: numGpus,
    gpu_ram: machine.gpu.ram,
    gpu_totalram: machine.gpu.ram * numGpus,
    gpu_frac: numGpus / machine.gpuCount,
    gpu_util: running && typeof instance.work.load === 'number' ? instance.work.load : null,
    gpu_temp: running ? 41 : null,
    cpu_name: machine.cpuName,
    cpu_cores: machine.cpuCores,
    cpu_cores_effective: round((machine.cpuCores * numGpus) / machine.gpuCount, 1),
    cpu_ram: machine.cpuRam,
    cpu_util: running ? 0.02 : null,
    mem_usage: running ? 0.8 : null,
    mem_limit: running ? round(machine.cpuRam / 1024, 1) : null,
    disk_space: terms.disk,
    disk_usage: running ? round(terms.disk * 0.08, 2) : -1,
    disk_bw: machine.diskBandwidth,
    disk_name: 'nvme',
    dph_base: terms.gpu,
    dph_total: round(terms.gpu + storagePerHour(terms), 6),
    min_bid: minBid,
    is_bid: instance.bid !== undefined,
    storage_cost: terms.storageCost,
    storage_total_cost: round(storagePerHour(terms), 8),
    search: hourlyTotals(terms, false),
    instance: hourlyTotals(terms, true),
    machine_id: machine.id,
    host_id: machine.hostId,
    geolocation: machine.geolocation,
    country_code: machine.geolocation.slice(-2),
    verification: machine.verification,
    reliability2: machine.reliability,
    hosting_type: machine.hostingType,
    inet_up: machine.inetUp,
    inet_down: machine.inetDown,
    inet_up_cost: machine.inetCost,
    inet_down_cost: machine.inetCost,
    cuda_max_good: machine.cuda,
    driver_version: machine.driver,
    compute_cap: machine.gpu.computeCap,
    dlperf: round(machine.gpu.dlperf * numGpus, 3),
    total_flops: round(machine.gpu.flops * numGpus, 2),
    pcie_bw: machine.pcieBandwidth,
    static_ip: machine.staticIp,
    direct_port_count: machine.directPorts,
    is_vm: launch.vm,
    volume_info: instance.volume === undefined ? [] : [volumeMembers(instance.volume)],
    client_run_time: 1.1,
    host_run_time: 2_592_000,
    credit_balance: null,
  };
}

function volumeMembers(volume: { id: number; mountPath: string }) {
  return { volume_id: volume.id, mount_path: volume.mountPath };
}

/**
 * How to reach the instance. The direct address is `public_ipaddr` (which now and then ends in a newline) and
 * `ports`; the proxy's is `ssh_host` and `ssh_port`, one less than the live port with a Jupyter runtype.
 */
function addressMembers(address: Address | undefined, traits: RuntypeTraits, id: number) {
  const proxyPort = address?.proxyPort;
  const ports = [...(address?.ports ?? [])];
  return {
    ssh_host: proxyPort === undefined ? null : '127.0.0.1',
    ssh_port: proxyPort === undefined ? null : traits.jupyter ? proxyPort - 1 : proxyPort,
    ssh_idx: '1',
    public_ipaddr: ports.length === 0 ? null : id % 2 === 0 ? '127.0.0.1\n' : '127.0.0.1',
    local_ipaddrs: '127.0.0.1 \n',
    ports:
      ports.length === 0
        ? null
        : Object.fromEntries(
            ports.map(([container, host]) => [
              container,
              [
                { HostIp: '0.0.0.0', HostPort: String(host) },
                { HostIp: '::', HostPort: String(host) },
              ],
            ]),
          ),
  };
}

function statusMessage(instance: Instance, now: number): string | null {
  if (instance.message !== undefined) return instance.message;
  const { boot, launch } = instance;
  if (instance.actual === 'loading' && boot !== undefined) {
    const done = (now - boot.begun) / boot.seconds;
    return pullProgress(launch.image, instance.behaviour === 'stuck' ? Math.min(done, 0.43) : done);
  }
  if (instance.actual === 'running') return `success, running ${launch.image}/${launch.runtype}\n`;
  return null;
}
