import { encode } from 'uqr';
import { svg, type TemplateResult } from 'lit';

/** Light modules around the picture, which a reader needs to find it. */
const quietZone = 4;

/** The picture an authenticator app reads, drawn here: nothing of it is sent anywhere. */
export function qrPicture(text: string, label: string): TemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return svg`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path></svg>`;
}
