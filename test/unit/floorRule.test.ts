import { describe, it } from 'vitest';
import { allows, refuses } from './support/lint';

describe('the floors', () => {
  it.each([
    ['twoFactor/session.ts', '../stores/poller'],
    ['twoFactor/session.ts', '../webviews/twoFactor/protocol'],
    ['twoFactor/session.ts', 'vscode'],
    ['ssh/keys/keys.ts', '../../twoFactor/session'],
    ['views/account/accountNodes.ts', '../../webviews/twoFactor/view'],
    ['commands/account/signIn.ts', '../../webviews/shared/html'],
    ['webviews/shared/html.ts', '../twoFactor/protocol'],
    ['webviews/shared/ui/host.ts', '../../twoFactor/protocol'],
    ['webviews/other/panel.ts', '../twoFactor/view'],
    ['webviews/other/ui/pages/page.ts', '../../../twoFactor/ui/qr'],
  ])('refuse in %s the import of %s', (file, imported) => {
    refuses('floors', `import '${imported}';`, `src/${file}`);
  });

  it.each([
    ['twoFactor/session.ts', '../api/client'],
    ['prompts/account/twoFactorLogin.ts', '../../twoFactor/options'],
    ['prompts/services.ts', '../webviews/lazyPanels'],
    ['webviews/shared/openPanel.ts', '../../stores/poller'],
    ['webviews/shared/ui/host.ts', '../messages'],
    ['webviews/twoFactor/panel.ts', '../shared/openPanel'],
    ['webviews/twoFactor/panel.ts', '../../twoFactor/session'],
    ['webviews/twoFactor/ui/pages/proof.ts', '../../../shared/ui/surface'],
    ['webviews/twoFactor/ui/pages/proof.ts', '../../../../twoFactor/methods'],
    ['webviews/twoFactor/ui/pages/proof.ts', '../../protocol'],
  ])('allow in %s the import of %s', (file, imported) => {
    allows('floors', `import '${imported}';`, `src/${file}`);
  });
});
