import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCountdown } from '../../../domain/lockTime';
import type { PanelView } from '../messages';

/** The text typed so far; empty on a new page. */
export type Drafts = Readonly<Record<string, string>>;

/** What a page needs to draw. */
export interface Surface<View extends PanelView, Action> {
  view: View;
  drafts: Drafts;
  setDraft: (name: string, value: string) => void;
  /** @param isQuick done at once by the host, so that nothing has to wait for it */
  send: (action: Action, isQuick?: boolean) => void;
  /** The milliseconds now left of a time in the host's view; undefined if it is over. */
  left: (milliseconds: number | undefined) => number | undefined;
}

export interface ButtonOptions {
  secondary?: boolean;
  disabled?: boolean;
  submit?: boolean;
  /** A longer label for people who don't see what is around it. */
  spoken?: string;
}

export function button<Action>(
  { view, send }: Surface<PanelView, Action>,
  words: string,
  action: NoInfer<Action> | undefined,
  { secondary = false, disabled = false, submit = false, spoken }: ButtonOptions = {},
): TemplateResult {
  const isOff = disabled || view.busy;
  return html`<vscode-button
    type=${submit ? 'submit' : 'button'}
    ?secondary=${secondary}
    ?disabled=${isOff}
    aria-disabled=${isOff ? 'true' : 'false'}
    aria-label=${spoken ?? nothing}
    @click=${() => {
      if (action && !isOff) send(action);
    }}
    >${words}</vscode-button
  >`;
}

/** Counts down by itself; not read aloud every second. */
export function countdown(milliseconds: number): TemplateResult {
  return html`<span role="timer" class="countdown">${formatCountdown(milliseconds)}</span>`;
}

/** The view's problem, with the buttons that help. */
export function problemBox<Action>(
  surface: Surface<PanelView, Action>,
  remedies: readonly { words: string; action: NoInfer<Action> }[],
): TemplateResult | undefined {
  const { problem } = surface.view;
  if (!problem) return undefined;
  const wait = surface.left(problem.waitLeft);
  return html`<div class="problem" role="alert">
    <p>
      ${problem.message}${
        wait === undefined
          ? nothing
          : html` <span class="wait">${l10n.t('Time left:')} ${countdown(wait)}</span>`
      }
    </p>
    ${
      remedies.length === 0
        ? nothing
        : html`<div class="actions">
            ${remedies.map(({ words, action }) => button(surface, words, action, { secondary: true }))}
          </div>`
    }
  </div>`;
}

export interface FieldOptions {
  name: string;
  label: string;
  hint?: string;
  mode?: string;
  wide?: boolean;
  problem?: TemplateResult | undefined;
}

export function field<Action>(
  surface: Surface<PanelView, Action>,
  { name, label, hint = '', mode = 'text', wide = false, problem }: FieldOptions,
): TemplateResult {
  return html`<panel-field
    class="field"
    name=${name}
    label=${label}
    hint=${hint}
    mode=${mode}
    ?wide=${wide}
    .value=${surface.drafts[name] ?? ''}
    .problem=${problem}
    @typed=${({ detail }: CustomEvent<string>) => surface.setDraft(name, detail)}
  ></panel-field>`;
}

/** A form that Enter submits. */
export function form<Action>(
  { view, send }: Surface<PanelView, Action>,
  submit: () => Action,
  content: unknown,
): TemplateResult {
  return html`<form
    novalidate
    @submit=${(event: Event) => {
      event.preventDefault();
      if (!view.busy) send(submit());
    }}
  >
    ${content}
  </form>`;
}

/** A heading that gets the focus when its page appears. */
export function heading(words: string): TemplateResult {
  return html`<h2 tabindex="-1">${words}</h2>`;
}
