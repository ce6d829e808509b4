import { html, type TemplateResult } from 'lit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { hostMessageOf, viewFields } from '../../../../src/webviews/shared/messages';
import { connectHost } from '../../../../src/webviews/shared/ui/host';
import { PanelApp } from '../../../../src/webviews/shared/ui/panelApp';
import { button, field, heading, type Surface } from '../../../../src/webviews/shared/ui/pageElements';
import { textOf } from '../support/textOf';

const view = z.object({
  ...viewFields,
  page: z.object({ kind: z.literal('prices'), price: z.number() }),
});
type View = z.infer<typeof view>;
interface Action {
  kind: 'raise';
}

/** A panel about something else, made of nothing but what is shared. */
class Prices extends PanelApp<View, Action> {
  surface: Surface<View, Action> | undefined;
  protected override heading = () => 'Prices';
  protected override content(surface: Surface<View, Action>): TemplateResult {
    this.surface = surface;
    return html`${heading(`Price ${surface.view.page.price}`)}
    ${field(surface, { name: 'price', label: 'New price' })} ${button(surface, 'Raise', { kind: 'raise' })}`;
  }
  /** Nothing is drawn into a document here. */
  protected override performUpdate(): void {
    this.isUpdatePending = false;
  }
  /** All of it, as text. */
  get drawn(): string {
    return textOf(this.render());
  }
}

customElements.define('prices-app', Prices);

describe('a second panel', () => {
  const sent: unknown[] = [];
  const heard = new EventTarget();
  vi.stubGlobal('acquireVsCodeApi', () => ({
    postMessage: (message: unknown) => sent.push(message),
    getState: () => undefined,
    setState: () => undefined,
  }));
  vi.stubGlobal('window', heard);
  vi.stubGlobal('document', {
    adoptedStyleSheets: [],
    documentElement: { lang: 'en' },
    hasFocus: () => false,
  });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const app = new Prices(connectHost(hostMessageOf(view)));
  const receive = (data: unknown) => heard.dispatchEvent(Object.assign(new Event('message'), { data }));
  const show = (turn: number, price: number) =>
    receive({
      kind: 'view',
      view: { turn, account: 'a@b.c', busy: false, page: { kind: 'prices', price } },
    });
  afterEach(() => app.disconnectedCallback());

  it('says that it is there, draws what the host sends and sends what a person does', () => {
    app.connectedCallback();
    expect(sent).toEqual([{ kind: 'ready' }]);
    expect(app.drawn).not.toContain('Price 1');

    show(1, 1);
    expect(app.drawn).toContain('Price 1');
    receive({ kind: 'view', view: { turn: 1, account: 'a@b.c', busy: false, page: { kind: 'other' } } });
    expect(app.drawn).toContain('Price 1');

    app.surface?.setDraft('price', '0.42');
    show(1, 2);
    expect(app.drawn).toContain('0.42');
    show(2, 3);
    expect(app.drawn).not.toContain('0.42');

    heard.dispatchEvent(new Event('keydown'));
    heard.dispatchEvent(new Event('keydown'));
    app.surface?.send({ kind: 'raise' });
    expect(sent.slice(1)).toEqual([{ kind: 'attended' }, { kind: 'raise' }]);
    receive({ kind: 'heard' });
  });

  it('is busy from the click on, because a second one would be lost before the host says that it works', () => {
    app.connectedCallback();
    show(3, 4);
    expect(app.drawn).toContain('aria-disabled=false');

    app.surface?.send({ kind: 'raise' });
    expect(app.drawn).toContain('aria-disabled=true');
    expect(app.surface?.view.busy).toBe(true);

    // Drawn before the host heard of the click.
    show(3, 5);
    expect(app.surface?.view.busy).toBe(true);

    receive({ kind: 'heard' });
    expect(app.drawn).toContain('aria-disabled=false');
    expect(app.surface?.view.busy).toBe(false);
  });
});
