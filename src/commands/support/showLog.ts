import type { Command } from '../call';

/** Opens the extension's log of this window. */
export const showLog: Command = ({ showLog: show }) => {
  show();
  return Promise.resolve();
};
