import * as l10n from '@vscode/l10n';
import type { TemplateResult } from 'lit';
import type { Action, Remedy } from '../../../twoFactor/action';
import type { Place } from '../../../twoFactor/state';
import { problemBox, type Surface } from '../../shared/ui/pageElements';
import { placeOn, placesOn, type View } from '../protocol';

export type TwoFactorSurface = Surface<View, Action>;

/** The problem to show next to one input, if it belongs there. */
export function problemAt(surface: TwoFactorSurface, ...wanted: Place[]): TemplateResult | undefined {
  const { problem } = surface.view;
  if (!isAt(surface, wanted)) return undefined;
  const remedies = problem?.remedies ?? [];
  return problemBox(
    surface,
    remedies.map((remedy) => ({ words: remedyWords(remedy), action: { kind: 'remedy', remedy } })),
  );
}

/** True while only waiting helps with the problem of these inputs. */
export function mustWait(surface: TwoFactorSurface, ...wanted: Place[]): boolean {
  return isAt(surface, wanted) && surface.left(surface.view.problem?.waitLeft) !== undefined;
}

/** A label is only typed in the overview while it is being changed, which only this side knows. */
function isAt({ view, drafts }: TwoFactorSurface, wanted: readonly Place[]): boolean {
  if (!view.problem) return false;
  const places = placesOn(view.page, { renaming: Boolean(drafts.renaming) });
  return wanted.includes(placeOn(places, view.problem.field));
}

function remedyWords(remedy: Remedy): string {
  switch (remedy) {
    case 'retry':
      return l10n.t('Try Again');
    case 'resend':
      return l10n.t('Resend');
    case 'authorize':
      return l10n.t('Confirm That It’s You');
    case 'removeAndSetUpAnew':
      return l10n.t('Remove It and Set It Up Again');
    case 'otherMethod':
      return l10n.t('Choose Another Method');
    case 'renewCodes':
      return l10n.t('Create New Backup Codes');
    case 'refresh':
      return l10n.t('Refresh');
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
