import { css } from 'lit';
import { plotStyles } from '../../../shared/ui/plot/styles';

/** The plot of offers. */
export const plotLooks = css`
  ${plotStyles}
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
  }
  .legend {
    margin: 0;
  }
  .axis {
    display: flex;
    align-items: center;
    gap: 2px 6px;
  }
  /* In a narrow panel it gives its room to the scale, which then stays beside it. */
  .axis select {
    flex: 1 1 8em;
    min-width: 0;
  }
  .legend svg {
    width: 18px;
    height: 12px;
    overflow: visible;
  }
  .on-demand {
    fill: var(--vscode-charts-blue);
  }
  .bid {
    fill: none;
    stroke: var(--vscode-charts-purple);
    stroke-width: 1.4;
  }
  .plot {
    flex: 1 0 110px;
    touch-action: none;
  }
  .section {
    position: absolute;
    border: 1px solid var(--vscode-focusBorder);
    background: color-mix(in srgb, var(--vscode-focusBorder) 20%, transparent);
    pointer-events: none;
  }
  .mark {
    width: 18px;
    height: 18px;
    margin: -9px 0 0 -9px;
    border: 2px solid var(--vscode-foreground);
    border-radius: 50%;
  }
  .mark.selected {
    width: 24px;
    height: 24px;
    margin: -12px 0 0 -12px;
    border: 3px solid var(--vscode-focusBorder);
  }
  .tip {
    max-width: min(280px, 100%);
  }
  .hint {
    margin: 2px 0 0;
  }
`;
