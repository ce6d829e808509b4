/** What the market knows about one GPU model; figures are for one GPU. */
export interface GpuModel {
  name: string;
  /** MB, as the REST interface counts. */
  ram: number;
  /** Usual on-demand price in dollars per hour: cheapest and dearest. */
  price: readonly [number, number];
  /** Deep learning performance score. */
  dlperf: number;
  /** TFLOPS. */
  flops: number;
  /** GB/s. */
  memoryBandwidth: number;
  /** Compute capability times 100. */
  computeCap: number;
  /** Relative frequency in the market. */
  share: number;
  /** GPUs in one machine. */
  counts: readonly number[];
}

const desktop = [1, 1, 2, 2, 4, 4, 8];
const workstation = [1, 2, 4, 8];
const server = [1, 2, 4, 8, 8];
const board = [8, 8, 8, 4];

type Row = [string, number, number, number, number, number, number, number, number, readonly number[]];

// name, ram, cheapest, dearest, dlperf, flops, memory bandwidth, compute capability, share, counts
const rows: readonly Row[] = [
  ['RTX 5090', 32607, 0.34, 0.72, 195, 104.8, 1512, 1200, 14, desktop],
  ['RTX 5080', 16303, 0.16, 0.3, 118, 56.3, 842, 1200, 5, desktop],
  ['RTX 5070 Ti', 16303, 0.12, 0.24, 92, 43.9, 788, 1200, 5, desktop],
  ['RTX 5070', 12227, 0.09, 0.17, 68, 30.9, 590, 1200, 3, desktop],
  ['RTX 5060 Ti', 16311, 0.07, 0.14, 46, 23.7, 392, 1200, 4, desktop],
  ['RTX 4090', 24564, 0.26, 0.55, 102, 82.6, 883, 890, 18, desktop],
  ['RTX 4080S', 16376, 0.16, 0.29, 62, 52.2, 640, 890, 4, desktop],
  ['RTX 4080', 16376, 0.15, 0.28, 58, 48.7, 622, 890, 4, desktop],
  ['RTX 4070 Ti', 12282, 0.1, 0.19, 44, 40.1, 438, 890, 4, desktop],
  ['RTX 4070S Ti', 16376, 0.12, 0.21, 48, 44.1, 580, 890, 3, desktop],
  ['RTX 4070', 12282, 0.08, 0.15, 33, 29.1, 434, 890, 3, desktop],
  ['RTX 4060 Ti', 16380, 0.06, 0.12, 25, 22.1, 249, 890, 5, desktop],
  ['RTX 3090', 24576, 0.12, 0.24, 43, 35.6, 830, 860, 12, desktop],
  ['RTX 3090 Ti', 24564, 0.14, 0.26, 48, 40, 892, 860, 3, desktop],
  ['RTX 3080 Ti', 12288, 0.09, 0.16, 38, 34.1, 810, 860, 3, desktop],
  ['RTX 3080', 10240, 0.07, 0.14, 34, 29.8, 684, 860, 4, desktop],
  ['RTX 3070', 8192, 0.05, 0.1, 22, 20.3, 396, 860, 4, desktop],
  ['RTX 3060', 12288, 0.04, 0.08, 14, 12.7, 320, 860, 5, desktop],
  ['RTX 2080 Ti', 11264, 0.06, 0.11, 19, 13.4, 547, 750, 3, desktop],
  ['GTX 1080 Ti', 11264, 0.04, 0.08, 9, 11.3, 430, 610, 2, desktop],
  ['RTX A4000', 16376, 0.08, 0.15, 22, 19.2, 400, 860, 4, workstation],
  ['RTX A5000', 24564, 0.14, 0.24, 33, 27.8, 690, 860, 4, workstation],
  ['RTX A6000', 49140, 0.32, 0.52, 41, 38.7, 670, 860, 4, workstation],
  ['RTX 4000Ada', 20475, 0.14, 0.25, 36, 26.7, 320, 890, 2, workstation],
  ['RTX 5000Ada', 32760, 0.34, 0.55, 70, 65.3, 560, 890, 2, workstation],
  ['RTX 6000Ada', 49140, 0.46, 0.78, 95, 91.1, 820, 890, 5, workstation],
  ['RTX PRO 6000 WS', 97887, 0.85, 1.45, 225, 125, 1540, 1200, 3, workstation],
  ['RTX PRO 6000 S', 97887, 0.9, 1.5, 218, 120, 1430, 1200, 3, server],
  ['L4', 23034, 0.22, 0.4, 26, 30.3, 262, 890, 3, server],
  ['L40', 46068, 0.48, 0.75, 88, 90.5, 740, 890, 3, server],
  ['L40S', 46068, 0.5, 0.85, 98, 91.6, 740, 890, 5, server],
  ['A10', 23028, 0.17, 0.3, 27, 31.2, 480, 860, 2, server],
  ['A40', 46068, 0.3, 0.48, 38, 37.4, 600, 860, 3, server],
  ['A100 PCIE', 40960, 0.48, 0.78, 78, 19.5, 1240, 800, 3, server],
  ['A100 SXM4', 81920, 0.7, 1.25, 96, 19.5, 1740, 800, 6, board],
  ['H100 PCIE', 81559, 1.45, 2.1, 205, 51.2, 1650, 900, 3, server],
  ['H100 SXM', 81559, 1.55, 2.65, 285, 53.9, 2550, 900, 6, board],
  ['H100 NVL', 95830, 1.6, 2.5, 262, 53.9, 2900, 900, 3, server],
  ['H200', 143771, 2.1, 3.4, 345, 53.9, 3760, 900, 4, board],
  ['H200 NVL', 143771, 2, 3.1, 318, 53.9, 3520, 900, 2, server],
  ['B200', 183359, 3.1, 5.2, 560, 74.5, 6550, 1000, 2, board],
  ['Tesla V100', 32510, 0.16, 0.3, 33, 14, 800, 700, 3, server],
  ['Tesla T4', 15360, 0.1, 0.18, 12, 8.1, 260, 750, 2, server],
];

export const gpuModels: readonly GpuModel[] = rows.map(
  ([name, ram, cheapest, dearest, dlperf, flops, memoryBandwidth, computeCap, share, counts]) => ({
    name,
    ram,
    price: [cheapest, dearest],
    dlperf,
    flops,
    memoryBandwidth,
    computeCap,
    share,
    counts,
  }),
);
