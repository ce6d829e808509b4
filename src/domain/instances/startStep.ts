/** What a starting container is doing, according to Docker's messages. */
export interface StartStep {
  step: 'pulling' | 'unpacking' | 'starting';
  /** Percent of the layer that is being pulled or unpacked, as a whole number. */
  percent?: number;
}

const pulling =
  /\b(?:pulling from|pulling fs layer|waiting|already exists|downloading|download complete|verifying checksum|pull complete)\b/i;
const unpacking = /\bextracting\b/i;
const starting = /\bstatus: (?:downloaded newer image|image is up to date)\b/i;

/** Reads Docker's progress from a `status_msg`; undefined for any other text. */
export function startStep(message: string | undefined): StartStep | undefined {
  const text = message ?? '';
  if (starting.test(text)) return { step: 'starting' };
  const step = unpacking.test(text) ? 'unpacking' : pulling.test(text) ? 'pulling' : undefined;
  if (!step) return undefined;
  const percent = percentIn(text);
  return percent === undefined ? { step } : { step, percent };
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** From the bytes, or a percentage, or the length of the bar: `[====>   ]`. */
function percentIn(text: string): number | undefined {
  const [, done = '', doneUnit = '', all = '', allUnit = ''] =
    /([\d.]+) ?([kmgt]?)i?b ?\/ ?([\d.]+) ?([kmgt]?)i?b\b/i.exec(text) ?? [];
  const share = (Number(done) * unit(doneUnit)) / (Number(all) * unit(allUnit));
  if (done && Number.isFinite(share)) return whole(share * 100);
  const [, percent] = /(\d{1,3}(?:\.\d+)?) ?%/.exec(text) ?? [];
  if (percent !== undefined) return whole(Number(percent));
  const [, filled = '', open = ''] = /\[([=#]*>?)([ .-]*)\]/.exec(text) ?? [];
  const length = filled.length + open.length;
  return length < 5 ? undefined : whole((filled.replace('>', '').length / length) * 100);
}

const unit = (letter: string): number => units[letter.toLowerCase()] ?? 1;
const whole = (percent: number): number => Math.min(100, Math.max(0, Math.floor(percent)));
