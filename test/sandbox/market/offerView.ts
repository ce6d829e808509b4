import { round, type Offer } from './generateMarket';
import { hourlyTotals, storagePerHour } from './prices';

export type OfferView = ReturnType<typeof viewOffer>;

export interface OfferViewOptions {
  /** Price as interruptible: the lowest bid instead of the fixed price. */
  bid: boolean;
  /** GB of disk that `dph_total` includes. */
  storage: number;
  free: boolean;
  /** Epoch seconds. */
  now: number;
}

/** An offer as the search answers it (specification, Offer; more members as public clients know them). */
export function viewOffer(offer: Offer, { bid, storage, free, now }: OfferViewOptions) {
  const { machine, numGpus } = offer;
  const { gpu } = machine;
  const share = numGpus / machine.gpuCount;
  const price = bid ? offer.minBid : offer.price;
  const terms = { gpu: price, disk: storage, storageCost: machine.storageCost };
  const total = round(price + storagePerHour(terms), 6);
  const dlperf = round(gpu.dlperf * numGpus, 3);
  const flops = round(gpu.flops * numGpus, 2);
  return {
    id: offer.id,
    ask_contract_id: offer.id,
    machine_id: machine.id,
    host_id: machine.hostId,
    gpu_name: gpu.name,
    gpu_arch: gpu.name.startsWith('AMD') ? 'amd' : 'nvidia',
    num_gpus: numGpus,
    gpu_ram: gpu.ram,
    gpu_total_ram: gpu.ram * numGpus,
    gpu_frac: share,
    gpu_mem_bw: gpu.memoryBandwidth,
    gpu_lanes: 16,
    gpu_display_active: false,
    cpu_name: machine.cpuName,
    cpu_arch: gpu.name.startsWith('GH200') ? 'arm64' : 'amd64',
    cpu_cores: machine.cpuCores,
    cpu_cores_effective: round(machine.cpuCores * share, 1),
    cpu_ram: machine.cpuRam,
    disk_space: round(machine.diskSpace * share, 1),
    disk_bw: machine.diskBandwidth,
    disk_name: 'nvme',
    inet_up: machine.inetUp,
    inet_down: machine.inetDown,
    inet_up_cost: machine.inetCost,
    inet_down_cost: machine.inetCost,
    dph_base: price,
    dph_total: total,
    min_bid: offer.minBid,
    storage_cost: machine.storageCost,
    storage_total_cost: round(storagePerHour(terms), 8),
    search: hourlyTotals(terms, false),
    instance: hourlyTotals(terms, true),
    dlperf,
    dlperf_per_dphtotal: round(dlperf / total, 3),
    total_flops: flops,
    flops_per_dphtotal: round(flops / total, 3),
    score: round(dlperf / total / 2, 3),
    reliability: machine.reliability,
    reliability2: machine.reliability,
    verification: machine.verification,
    verified: machine.verification === 'verified',
    hosting_type: machine.hostingType,
    datacenter: machine.hostingType >= 1,
    geolocation: machine.geolocation,
    cuda_max_good: machine.cuda,
    driver_version: machine.driver,
    compute_cap: gpu.computeCap,
    start_date: now,
    end_date: machine.until,
    duration: Math.max(0, machine.until - now),
    pcie_bw: machine.pcieBandwidth,
    pci_gen: machine.pcieBandwidth > 16 ? 4 : 3,
    bw_nvlink: numGpus > 1 && / SXM|H200|B200/.test(gpu.name) ? 450 : 0,
    direct_port_count: machine.directPorts,
    static_ip: machine.staticIp,
    rentable: free,
    rented: !free,
    external: false,
    vms_enabled: machine.vms,
    is_bid: bid,
    cluster_id: machine.clusterId,
  };
}
