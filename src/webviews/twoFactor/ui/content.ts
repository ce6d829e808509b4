import { html, nothing, type TemplateResult } from 'lit';
import { codes } from './pages/codes';
import { choose, phone, secret } from './pages/enrol';
import { lost } from './pages/lost';
import { overview } from './pages/overview';
import { proof } from './pages/proof';
import { problemAt, type TwoFactorSurface } from './surface';

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
