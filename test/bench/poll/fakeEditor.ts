import { fakeVscode } from '../../unit/support/fakeVscode';

/** The few parts of `vscode` that stores are made of, for a process without an editor. */
export const { commands, Disposable, EventEmitter, env, l10n, window, workspace } = fakeVscode;
