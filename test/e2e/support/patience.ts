/**
 * Milliseconds after which a story takes what it waits for as lost. It only ends a story that hangs: on a machine that
 * is busy with other things, a window alone may take a minute to open.
 */
export const patience = 120_000;
