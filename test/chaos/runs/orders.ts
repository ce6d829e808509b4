import type { RunPlan } from '../../../src/prompts/runs/planWords';
import { goBy, type Pace } from './pace';

/** What a window of a run knows from its start on. */
export interface WindowOrders {
  pace: Pick<Pace, 'began' | 'speed'>;
  /** What all windows share: files of accounts. */
  storage: string;
  /** Where the windows reach the service, and where the machine does. */
  url: string;
  serviceUrl: string;
  apiKey: string;
  userId: number;
  configFile: string;
  isShown: boolean;
  /** How far the computer's clock is off, in milliseconds. */
  jumped: number;
}

export type ToWindow = { start: RunPlan & { workdir: string } } | { jump: number } | { close: true };

export type FromWindow =
  | { open: true }
  /** Without machines that couldn't begin. */
  | { started: string; without: readonly number[] }
  | { refused: string }
  | { ended: string }
  | { notFetched: string };

/** Its own orders, of a window alone: it gets its clock here, before anything else is loaded. */
const own = process.env.GPU_RENTAL_WINDOW;
export const orders = JSON.parse(own ?? 'null') as WindowOrders;
export const jump: (by: number) => void = own === undefined ? () => undefined : goBy(orders.pace);
if (own !== undefined) jump(orders.jumped);
