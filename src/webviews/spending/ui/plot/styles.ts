import { css } from 'lit';
import { plotFrameStyles } from '../../../shared/ui/plot/frameStyles';
import { plotLibraryStyles } from '../../../shared/ui/plot/libraryStyles';
import { swatchStyles } from '../styles';

export const styles = [
  plotLibraryStyles,
  plotFrameStyles,
  swatchStyles,
  css`
    :host {
      display: flex;
      flex-direction: column;
      min-width: 0;
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 14px;
      margin: 4px 0 0;
      padding: 0;
      list-style: none;
    }
    .legend li {
      display: flex;
      align-items: center;
      gap: 5px;
      min-width: 0;
    }
    .plot {
      height: 260px;
    }
    .mark {
      border: 1px solid var(--vscode-foreground);
    }
    .tip {
      top: 8px;
      max-width: min(320px, 100%);
    }
    .tip > strong,
    .tip > span {
      display: block;
    }
    .tip > .part {
      display: flex;
      align-items: center;
      gap: 6px;
    }
    .amount {
      margin-inline-start: auto;
      padding-inline-start: 10px;
      white-space: nowrap;
    }
    .plot:has(.tip) .keys {
      visibility: hidden;
    }
  `,
];
