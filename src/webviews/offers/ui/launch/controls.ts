import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ControlViewOf, LaunchFieldView } from '../../../../domain/launch/form/paneView';
import { button, hintLine, leave, lineField, type PaneSurface, problemLine, select, textOf } from './surface';

/** A field with its control, its help and its problem. */
export function drawnField(surface: PaneSurface, field: LaunchFieldView): TemplateResult {
  return html`<div class="field" data-key=${field.key}>${controlOf(surface, field)}</div>`;
}

function controlOf(surface: PaneSurface, field: LaunchFieldView): TemplateResult {
  const { control } = field;
  switch (control.kind) {
    case 'line':
      return line(surface, field, control);
    case 'flag':
      return flag(surface, field, control);
    case 'choice':
      return choice(surface, field, control);
    case 'script':
      return script(surface, field, control);
    case 'volume':
      return volume(surface, field, control);
    case 'variables':
      return titled(
        field,
        html`<launch-variables
          .rows=${control.rows}
          .problem=${field.problem}
          .send=${surface.send}
        ></launch-variables>`,
      );
    case 'login':
      return titled(
        field,
        html`<launch-login .login=${control} .words=${field.words} .send=${surface.send}></launch-login>`,
      );
  }
}

/** A control under its label. The label is only seen: each control has its own name. */
const titled = ({ label, help, problem }: LaunchFieldView, control: unknown): TemplateResult => html`
  <span class="label">${label}</span>
  ${control} ${hintLine(help)} ${problemLine(problem) ?? nothing}
`;

function line(
  surface: PaneSurface,
  { key, label, help, problem }: LaunchFieldView,
  { text, input, unit, placeholder, known }: ControlViewOf<'line'>,
): TemplateResult {
  const isNumber = input === 'number';
  const words = unit === undefined ? label : `${label} (${unit})`;
  return html`
    ${lineField(surface, { key, label: words, help, text, isNumber, placeholder, problem })}
    ${known && known.length > 0 ? knownTexts(surface, key, label, known) : nothing}
  `;
}

/** Texts to take over by choosing one. */
function knownTexts(
  { send, typing }: PaneSurface,
  key: string,
  label: string,
  known: readonly { text: string; label: string }[],
): TemplateResult {
  return html`<div class="known">
    ${select({
      name: `${key}-known`,
      label: l10n.t('{0}: choose one', label),
      options: [
        { value: '', label: l10n.t('Choose one…') },
        ...known.map((one) => ({ value: one.text, label: one.label })),
      ],
      chosen: '',
      choose: (text) => {
        if (text === '') return;
        typing.type(key, text);
        typing.leave(key);
        send({ kind: 'type', key, text });
      },
    })}
  </div>`;
}

function flag(
  { send }: PaneSurface,
  field: LaunchFieldView,
  { on, words }: ControlViewOf<'flag'>,
): TemplateResult {
  const { key, label, problem } = field;
  return titled(
    field,
    select({
      name: key,
      label,
      options: [
        { value: 'off', label: words.off },
        { value: 'on', label: words.on },
      ],
      chosen: on ? 'on' : 'off',
      isInvalid: problem !== undefined,
      choose: (value) => send({ kind: 'flag', key, on: value === 'on' }),
    }),
  );
}

function choice(
  { send }: PaneSurface,
  field: LaunchFieldView,
  { options, chosen, detail }: ControlViewOf<'choice'>,
): TemplateResult {
  const { key, label, problem } = field;
  const isInvalid = problem !== undefined;
  const choose = (value: string): void => send({ kind: 'choose', key, value });
  return html`${titled(field, select({ name: key, label, options, chosen, isInvalid, choose }))}
  ${hintLine(detail)}`;
}

function script(
  { send, typing, redraw }: PaneSurface,
  field: LaunchFieldView,
  { text, length }: ControlViewOf<'script'>,
): TemplateResult {
  const { key, label, problem } = field;
  const type = (event: Event): void => {
    typing.type(key, textOf(event));
    send({ kind: 'type', key, text: textOf(event) });
    redraw();
  };
  return titled(
    field,
    html`<textarea
        name=${key}
        aria-label=${label}
        aria-invalid=${String(problem !== undefined)}
        rows="4"
        spellcheck="false"
        .value=${typing.textOf(key, text)}
        @input=${type}
        @focusout=${() => leave({ typing, send }, key)}
      ></textarea>
      <div class="row">
        ${button(l10n.t('Edit in Tab'), () => send({ kind: 'editInTab', key: 'onstart' }), {
          spoken: l10n.t('Edit in Tab: {0}', label),
        })}
        <span class="hint">${length}</span>
      </div>`,
  );
}

function volume(
  surface: PaneSurface,
  field: LaunchFieldView,
  { options, chosen, parts, elsewhere }: ControlViewOf<'volume'>,
): TemplateResult {
  const { key, label, problem, words } = field;
  const { send } = surface;
  const choose = (value: string): void => send({ kind: 'choose', key, value });
  const isInvalid = problem !== undefined;
  return html`
    ${titled(field, select({ name: key, label, options, chosen, isInvalid, choose }))}
    ${elsewhere ? button(l10n.t('Search Offers on Its Machine'), () => send({ kind: 'elsewhere' })) : nothing}
    ${
      parts.length === 0
        ? nothing
        : html`<div class="parts">
            ${repeat(
              parts,
              (part) => part.key,
              (part) =>
                html`<div class="field" data-key=${part.key}>
                  ${lineField(surface, { ...part, isNumber: part.key !== 'volume_info.mount_path' })}
                </div>`,
            )}
            <p class="hint">${words}</p>
          </div>`
    }
  `;
}
