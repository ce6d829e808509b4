/** What becomes of the instance after a run. Activation loads this with the settings, so nothing else is in here. */
export const thens = ['keep', 'stop', 'destroy'] as const;
export type RunThen = (typeof thens)[number];
