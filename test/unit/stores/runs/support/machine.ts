import type { RunReport } from '../../../../../src/domain/runs/runReport';

/** What the machine of a test says and does. */
export const machine = {
  sights: new Map<string, unknown>(),
  isWhole: true,
  isSilent: false,
  looks: 0,
  fetches: 0,
  /** What it was told of its results. */
  words: [] as string[],
  /** Holds a fetch until it resolves. */
  fetching: Promise.resolve(),
};
/** Stands in for `ssh/runs/lookAtRuns`. */
export const looking = {
  lookAtRuns: (_remote: unknown, _ids: unknown, signal: AbortSignal) => {
    machine.looks += 1;
    if (machine.isSilent)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }),
      );
    return Promise.resolve({ runs: machine.sights, gpus: [] });
  },
  readReport: (text: string) => {
    const facts = new Map(text.split('\n').map((line) => line.split('=') as [string, string]));
    const number = (name: string): number => Number(facts.get(name));
    const seen = { phase: 'ended', why: 'exit', code: number('code'), endedAt: number('ended') * 1000 };
    return { runs: new Map([[facts.get('run'), { ...over, ...seen }]]) };
  },
};

/** Stands in for `ssh/runs/runs`. */
export const telling = {
  tellMachine: (_remote: unknown, _id: string, word: string) =>
    Promise.resolve(void machine.words.push(word)),
};

/** Stands in for `stores/runs/fetchResults`. */
export const fetching = {
  fetchResults: () => {
    machine.fetches += 1;
    return machine.fetching.then(() => ({ isWhole: machine.isWhole }));
  },
};

export const silence = { lastLine: '', numberLines: [], ports: [] };
export const over: RunReport = { phase: 'ended', why: 'exit', code: 0, end: 'stopping', ...silence };
export const going: RunReport = { phase: 'running', ...silence };
