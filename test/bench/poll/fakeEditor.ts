import { fakeVscode } from '../../unit/support/fakeVscode';

/** The few parts of `vscode` that the list of instances is made of, for a process without an editor. */
export const { Disposable, EventEmitter } = fakeVscode;
