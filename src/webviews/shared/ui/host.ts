import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import type { Clock } from '../../../clock';
import { formatIn } from '../../../domain/language';
import type { HostMessage, LifeSign } from '../messages';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The host of a panel, for the browser side. */
export interface Host<View, Action> {
  send(message: Action | LifeSign): void;
  /** Calls back with every view the host sends. */
  onView(show: (view: View) => void): void;
  /** Calls back with messages of another kind. */
  on<Message>(messages: z.ZodMiniType<Message>, take: (message: Message) => void): void;
  /** Lets VS Code keep this while the window is reloaded. Never a secret: VS Code writes it to a file. */
  keep(state: object): void;
  /** What was kept before the window was reloaded, unless it is something else by now. */
  kept<State>(schema: z.ZodMiniType<State>): State | undefined;
}

/** Call it once per panel. @param messages the schema of messages from the host; others are dropped */
export function connectHost<View, Action>(messages: z.ZodMiniType<HostMessage<View>>): Host<View, Action> {
  const api = acquireVsCodeApi();
  formatIn(document.documentElement.lang || 'en');
  return {
    send: (message) => api.postMessage(message),
    onView: (show) =>
      onMessage(messages, ({ texts, view }) => {
        if (texts) l10n.config({ contents: texts });
        show(view);
      }),
    on: onMessage,
    keep: (state) => api.setState(state),
    kept: (schema) => schema.safeParse(api.getState()).data,
  };
}

function onMessage<Message>(messages: z.ZodMiniType<Message>, take: (message: Message) => void): void {
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = messages.safeParse(data);
    if (message.success) take(message.data);
  });
}

/** Milliseconds between two messages that the person is there. */
const wordEvery = 20_000;

/** Tells the host now and then that the person is there, while keys or the mouse are used. */
export function reportPresence(send: (message: LifeSign) => void, clock: Clock): void {
  let last = -wordEvery;
  const report = () => {
    if (clock.monotonic() - last < wordEvery) return;
    last = clock.monotonic();
    send({ kind: 'attended' });
  };
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
    window.addEventListener(event, report, { passive: true, capture: true });
}
