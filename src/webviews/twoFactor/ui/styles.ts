import { css } from 'lit';
import { panelStyles } from '../../shared/ui/styles';

/** Only the QR code is black on white in every theme, because scanners need that. */
export const styles = [
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
