import * as l10n from '@vscode/l10n';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Action } from '../../../twoFactor/action';
import { connectHost } from '../../shared/ui/host';
import { PanelApp } from '../../shared/ui/panelApp';
import { panelStyles } from '../../shared/ui/styles';
import type { Drafts } from '../../shared/ui/pageElements';
import { hostMessage, type View } from '../protocol';
import { choose, phone, secret } from './pages/enrol';
import { overview } from './pages/overview';
import { proof } from './pages/proof';
import { codes, lost } from './pages/recovery';
import { problemAt, type TwoFactorSurface } from './pageElements';

/** Only the QR code is black on white in every theme, because scanners need that. */
const styles = [
  panelStyles,
  css`
    .qr {
      display: block;
      width: 220px;
      height: 220px;
      margin: 0.6em 0;
      forced-color-adjust: none;
    }
    .secret {
      letter-spacing: 0.04em;
      overflow-wrap: anywhere;
      user-select: all;
    }
    .codes {
      columns: 2;
      max-width: 26em;
      margin: 0.8em 0;
    }
  `,
];

class TwoFactorApp extends PanelApp<View, Action> {
  static override styles = styles;

  constructor() {
    super(connectHost(hostMessage));
  }

  protected override heading(): string {
    return l10n.t('Two-Factor Authentication');
  }

  protected override content(surface: TwoFactorSurface): TemplateResult {
    return content(surface);
  }

  protected override keptDrafts(before: View, view: View, drafts: Drafts, isDone: boolean): Drafts {
    // A code typed for one option is not for another one.
    if (chosenOption(before) !== chosenOption(view)) return {};
    // A successful change closes its input. A new code starts with an empty input.
    if (isDone && view.page.kind === 'overview') return {};
    return isDone && 'sent' in view.page ? { ...drafts, code: '' } : drafts;
  }

  /**
   * Choosing an option with the keyboard keeps the focus in the list. After sending a code, the focus moves to its
   * input.
   */
  protected override focusWithin(before: View, view: View): string | undefined {
    if (chosenOption(before) !== chosenOption(view)) return 'input[type="radio"]:checked';
    const isSent = before.page.kind === view.page.kind && 'sent' in view.page && !('sent' in before.page);
    return isSent ? 'panel-field vscode-textfield' : undefined;
  }
}

function chosenOption(view: View): string | undefined {
  return view.page.kind === 'proof' ? view.page.chosen : undefined;
}

/** The page of the host's view, with its problem. */
export function content(surface: TwoFactorSurface): TemplateResult {
  return html`${problemAt(surface, 'page')}${page(surface)}`;
}

function page(surface: TwoFactorSurface): TemplateResult | typeof nothing {
  const { page } = surface.view;
  switch (page.kind) {
    case 'loading':
      return nothing;
    case 'overview':
      return overview(surface);
    case 'proof':
      return proof(surface, page);
    case 'choose':
      return choose(surface);
    case 'secret':
      return secret(surface, page);
    case 'phone':
      return phone(surface, page);
    case 'lost':
      return lost(surface);
    case 'codes':
      return codes(surface, page);
  }
}

customElements.define('panel-app', TwoFactorApp);
