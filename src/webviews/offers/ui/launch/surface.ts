import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { LaunchAction } from '../../../../domain/launch/form/paneAction';
import type { Typing } from './typing';

/** What a control needs besides what it shows. */
export interface PaneSurface {
  typing: Typing;
  send: (action: LaunchAction) => void;
  /** Draws again what is only known here. */
  redraw: () => void;
}

/** The text of an event's target. */
export function textOf({ target }: Event): string {
  return target instanceof HTMLElement && 'value' in target ? String(target.value) : '';
}

export const problemLine = (message: string | undefined): TemplateResult | undefined =>
  message === undefined ? undefined : html`<p class="problem" role="status">${message}</p>`;

export const hintLine = (text: string | undefined): TemplateResult | typeof nothing =>
  text ? html`<p class="hint">${text}</p>` : nothing;

export interface Line {
  key: string;
  label: string;
  help: string;
  text: string;
  isNumber: boolean;
  placeholder?: string | undefined;
  problem?: string | undefined;
}

/** The input of this key was left. The host answers with the text as it stands now. */
export function leave({ typing, send }: Pick<PaneSurface, 'typing' | 'send'>, key: string): void {
  const text = typing.leave(key);
  if (text !== undefined) send({ kind: 'type', key, text });
}

/** A line of text that is sent with every key. */
export function lineField({ typing, send, redraw }: PaneSurface, line: Line): TemplateResult {
  const { key, label, help, text, isNumber, placeholder = '', problem } = line;
  return html`<panel-field
    name=${key}
    label=${label}
    hint=${help}
    mode=${isNumber ? 'decimal' : 'text'}
    placeholder=${placeholder}
    ?wide=${true}
    .value=${typing.textOf(key, text)}
    .problem=${problemLine(problem)}
    @typed=${({ detail }: CustomEvent<string>) => {
      typing.type(key, detail);
      send({ kind: 'type', key, text: detail });
      redraw();
    }}
    @focusout=${() => leave({ typing, send }, key)}
  ></panel-field>`;
}

export interface Select {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
  isInvalid?: boolean;
  choose: (value: string) => void;
}

/** A list to choose one of. */
export function select({ name, label, options, chosen, isInvalid = false, choose }: Select): TemplateResult {
  return html`<select
    name=${name}
    aria-label=${label}
    aria-invalid=${String(isInvalid)}
    @change=${(event: Event) => choose(textOf(event))}
  >
    ${options.map(
      (option) =>
        html`<option value=${option.value} .selected=${live(option.value === chosen)}>
          ${option.label}
        </option>`,
    )}
  </select>`;
}

export function button(
  words: string,
  press: () => void,
  { secondary = true, spoken }: { secondary?: boolean; spoken?: string } = {},
): TemplateResult {
  return html`<vscode-button ?secondary=${secondary} aria-label=${spoken ?? nothing} @click=${press}
    >${words}</vscode-button
  >`;
}
