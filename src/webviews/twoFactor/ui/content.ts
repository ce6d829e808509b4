import { html, nothing, type TemplateResult } from 'lit';
import { codes } from './pages/codes';
import { choose, sms, totp } from './pages/enrol';
import { lost } from './pages/lost';
import { overview } from './pages/overview';
import { proof } from './pages/proof';
import { problemAt, type Surface } from './surface';

/** The page that the host's view is about, with its problem. */
export function content(surface: Surface): TemplateResult {
  return html`${problemAt(surface, 'page')}${page(surface)}`;
}

function page(surface: Surface): TemplateResult | typeof nothing {
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
    case 'totp':
      return totp(surface, page);
    case 'sms':
      return sms(surface, page);
    case 'lost':
      return lost(surface);
    case 'codes':
      return codes(surface, page);
  }
}
