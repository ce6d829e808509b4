import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { Plan } from '../../../../domain/offers/plannedPrice';
import {
  axisLabel,
  plotAxes,
  type PlotAxes,
  plotAxis,
  withAxis,
} from '../../../../domain/offers/plot/plotAxes';

/** The choice of both axes and their scales. @param change gets the new axes */
export function axisControls(axes: PlotAxes, plan: Plan, change: (axes: PlotAxes) => void): TemplateResult {
  const isChecked = ({ target }: Event): boolean =>
    target instanceof HTMLElement && 'checked' in target && target.checked === true;
  return html`<div class="bar">
    ${control(axes, 'y', {
      plan,
      title: l10n.t('Vertical axis'),
      isLog: axes.logY,
      choose: (id) => change(withAxis(axes, 'y', id)),
      scaled: (event) => change({ ...axes, logY: isChecked(event) }),
    })}
    ${control(axes, 'x', {
      plan,
      title: l10n.t('Horizontal axis'),
      isLog: axes.logX,
      choose: (id) => change(withAxis(axes, 'x', id)),
      scaled: (event) => change({ ...axes, logX: isChecked(event) }),
    })}
  </div>`;
}

interface Control {
  plan: Plan;
  title: string;
  isLog: boolean;
  choose: (id: string) => void;
  scaled: (event: Event) => void;
}

function control(axes: PlotAxes, side: 'x' | 'y', look: Control): TemplateResult {
  const chosen = plotAxis(axes, side).id;
  const changed = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) look.choose(target.value);
  };
  return html`<div class="axis" role="group" aria-label=${look.title}>
    <label for="axis-${side}">${look.title}</label>
    <select id="axis-${side}" .value=${chosen} @change=${changed}>
      ${plotAxes.map(
        (axis) =>
          html`<option value=${axis.id} ?selected=${axis.id === chosen}>
            ${axisLabel(axis, look.plan)}
          </option>`,
      )}
    </select>
    <vscode-checkbox
      label=${l10n.t('Log scale')}
      .checked=${look.isLog}
      @change=${look.scaled}
    ></vscode-checkbox>
  </div>`;
}
