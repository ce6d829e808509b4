import * as l10n from '@vscode/l10n';
import { hostMessage, type PanelMessage, type View } from '../protocol';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

// Neither getState nor setState is used: nothing of this panel outlives it.
const api = acquireVsCodeApi();

export function send(message: PanelMessage): void {
  api.postMessage(message);
}

/** Calls back with every view the host sends; what is none is passed over. */
export function onView(show: (view: View) => void): void {
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = hostMessage.safeParse(data).data;
    if (!message) return;
    if (message.texts) l10n.config({ contents: message.texts });
    show(message.view);
  });
}

/** Milliseconds between two words that someone is there. */
const wordEvery = 20_000;

/** Tells the host that someone is there, now and then while keys or the mouse are used. */
export function reportPresence(): void {
  let last = 0;
  const report = () => {
    if (Date.now() - last < wordEvery) return;
    last = Date.now();
    send({ kind: 'attended' });
  };
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    window.addEventListener(event, report, { passive: true, capture: true });
}
