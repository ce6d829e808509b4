import * as l10n from '@vscode/l10n';
import type { TemplateResult } from 'lit';
import type { Action } from '../../../twoFactor/action';
import { connectHost } from '../../shared/ui/host';
import { PanelApp } from '../../shared/ui/panelApp';
import type { Drafts } from '../../shared/ui/surface';
import { hostMessage, type View } from '../protocol';
import { content } from './content';
import { styles } from './styles';
import type { TwoFactorSurface } from './surface';

export class TwoFactorApp extends PanelApp<View, Action> {
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
