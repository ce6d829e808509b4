import { encode } from 'uqr';
import { svg, type TemplateResult } from 'lit';

/** A light margin, which a scanner needs to find the code. */
const quietZone = 4;

/** The QR code for an authenticator app. It is drawn here and not sent anywhere. */
export function qrPicture(text: string, label: string): TemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return svg`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path></svg>`;
}
