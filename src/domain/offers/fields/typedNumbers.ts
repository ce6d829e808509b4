import * as l10n from '@vscode/l10n';
import { formatPerHour } from '../../money/cost';
import { atLeast, atMost, identity, type NumberKind } from './kinds';

/** Numbers that few people filter by: they can be typed, but no panel has a control for them. */
export const typedNumbers = [
  { field: 'dlperf', example: 50, names: ['dlperf'], ...atLeast },
  { field: 'dlperf_per_dphtotal', example: 200, names: ['dlperf_per_dphtotal'], ...atLeast },
  { field: 'total_flops', example: 40, names: ['tflops', 'total_flops', 'flops'], ...atLeast },
  { field: 'compute_cap', example: 890, names: ['compute_cap', 'cc'], ...atLeast },
  { field: 'gpu_mem_bw', example: 800, names: ['gpu_mem_bw'], ...atLeast },
  { field: 'pcie_bw', example: 12, names: ['pcie_bw', 'pcie'], ...atLeast },
  {
    field: 'pci_gen',
    example: 4,
    names: ['pcie-gen', 'pcie_gen', 'pci_gen', 'pciegen'],
    ...atLeast,
    isWhole: true,
    words: (generation) => l10n.t('PCIe generation {0}', generation),
  },
  { field: 'inet_down_cost', example: 0.01, names: ['inet_down_cost'], ...atMost },
  { field: 'inet_up_cost', example: 0.01, names: ['inet_up_cost'], ...atMost },
  { field: 'storage_cost', example: 0.2, names: ['storage_cost'], ...atMost },
  { field: 'min_bid', example: 0.2, names: ['min_bid', 'bid_price'], ...atMost, amount: formatPerHour },
  {
    field: 'machine_id',
    example: 12345,
    names: ['machine', 'machine_id'],
    ...identity,
    words: (id) => l10n.t('machine {0}', id),
  },
  {
    field: 'host_id',
    example: 12345,
    names: ['host', 'host_id'],
    ...identity,
    words: (id) => l10n.t('host {0}', id),
  },
  {
    field: 'cluster_id',
    example: 123,
    names: ['cluster', 'cluster_id'],
    ...identity,
    words: (id) => l10n.t('cluster {0}', id),
  },
] as const satisfies readonly NumberKind[];
