import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCountdown } from '../../../domain/lockTime';
import { placeOn, placesOn } from '../places';
import type { Help, PanelMessage, ProblemView, View } from '../protocol';

/** What a page draws with. */
export interface Surface {
  view: View;
  /** What is typed so far; empty on a new page. */
  drafts: Readonly<Record<string, string>>;
  setDraft: (name: string, value: string) => void;
  send: (message: PanelMessage) => void;
  /** What is left now of a time that the host said was left when it sent the view; undefined when it is over. */
  left: (milliseconds: number | undefined) => number | undefined;
}

export interface ButtonOptions {
  secondary?: boolean;
  disabled?: boolean;
  submit?: boolean;
  /** Says more than the words on it, to those who do not see what is around it. */
  spoken?: string;
}

export function button(
  { view, send }: Surface,
  words: string,
  message: PanelMessage | undefined,
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
      if (message && !isOff) send(message);
    }}
    >${words}</vscode-button
  >`;
}

/** Runs down by itself; not read aloud at every second. */
export function countdown(milliseconds: number): TemplateResult {
  return html`<span role="timer" class="countdown">${formatCountdown(milliseconds)}</span>`;
}

/** The problem that stands beside one input, if it belongs there. */
export function problemAt(surface: Surface, ...fields: ProblemView['field'][]): TemplateResult | undefined {
  const { problem } = surface.view;
  if (!problem || !fields.includes(placeOf(surface, problem))) return undefined;
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
      problem.helps.length === 0
        ? nothing
        : html`<div class="actions">
            ${problem.helps.map((help) =>
              button(surface, helpWords(help), { kind: 'help', help }, { secondary: true }),
            )}
          </div>`
    }
  </div>`;
}

/** True while the problem of these inputs only wants waiting. */
export function mustWait(surface: Surface, ...fields: ProblemView['field'][]): boolean {
  const { problem } = surface.view;
  if (!problem || !fields.includes(placeOf(surface, problem))) return false;
  return surface.left(problem.waitLeft) !== undefined;
}

/** A label is typed in the overview only while one is being changed, which this side alone knows. */
function placeOf({ view, drafts }: Surface, { field }: ProblemView): ProblemView['field'] {
  return placeOn(placesOn(view.page, { renaming: Boolean(drafts.renaming) }), field);
}

export interface FieldOptions {
  name: string;
  label: string;
  hint?: string;
  mode?: string;
  wide?: boolean;
  problem?: TemplateResult | undefined;
}

export function field(surface: Surface, options: FieldOptions): TemplateResult {
  const { name, label, hint = '', mode = 'text', wide = false, problem } = options;
  return html`<tfa-field
    class="field"
    name=${name}
    label=${label}
    hint=${hint}
    mode=${mode}
    ?wide=${wide}
    .value=${surface.drafts[name] ?? ''}
    .problem=${problem}
    @typed=${({ detail }: CustomEvent<string>) => surface.setDraft(name, detail)}
  ></tfa-field>`;
}

/** A form that Enter sends. */
export function form(surface: Surface, submit: () => PanelMessage, content: unknown): TemplateResult {
  return html`<form
    novalidate
    @submit=${(event: Event) => {
      event.preventDefault();
      if (!surface.view.busy) surface.send(submit());
    }}
  >
    ${content}
  </form>`;
}

/** A heading that takes the focus when its page appears. */
export function heading(words: string): TemplateResult {
  return html`<h2 tabindex="-1">${words}</h2>`;
}

function helpWords(help: Help): string {
  switch (help) {
    case 'retry':
      return l10n.t('Try Again');
    case 'resend':
      return l10n.t('Send It Again');
    case 'authorize':
      return l10n.t('Confirm That It Is You');
    case 'removeAndSetUpAnew':
      return l10n.t('Remove It to Set It Up Anew');
    case 'otherMethod':
      return l10n.t('Choose Another Method');
    case 'renewCodes':
      return l10n.t('Make New Backup Codes');
    case 'refresh':
      return l10n.t('Look Again');
    case 'signIn':
      return l10n.t('Sign In');
    case 'logIn':
      return l10n.t('Enter Second Factor');
    case 'switchAccount':
      return l10n.t('Switch Account');
    case 'openConsole':
      return l10n.t('Open Web Console');
  }
}
