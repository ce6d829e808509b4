import { css } from 'lit';
import { baseStyles } from '../../../shared/ui/styles';

/** For what is shown beside and below the table. */
export const detailStyles = css`
  ${baseStyles}
  header > :first-child {
    flex: 1;
  }
  h2 {
    margin: 6px 0;
    font-size: 1.15em;
  }
  h3 {
    margin: 10px 0 2px;
    font-size: 1em;
  }
  .price {
    font-weight: 600;
  }
  .actions {
    margin: 6px 0;
  }
  dl {
    margin: 0;
  }
  dl > div {
    display: grid;
    grid-template-columns: minmax(8em, 1fr) minmax(7em, 1fr);
    gap: 2px 10px;
    padding: 1px 0;
  }
  dd {
    font-variant-numeric: tabular-nums;
  }
  ul {
    margin: 2px 0;
    padding: 0;
    list-style: none;
  }
  label {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .compared {
    display: flex;
    flex-direction: column;
    height: 100%;
  }
  .scroll {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  table {
    border-spacing: 0;
  }
  /* Both headings stay. */
  thead > tr > *,
  tbody th {
    position: sticky;
    top: 0;
    left: 0;
    background: var(--vscode-editor-background);
  }
  thead > tr > * {
    z-index: 1;
  }
  thead th {
    left: auto;
  }
  thead td {
    z-index: 2;
  }
  th,
  td {
    padding: 2px 16px 2px 0;
    text-align: start;
    vertical-align: top;
    font-variant-numeric: tabular-nums;
  }
  thead th {
    min-width: 13em;
    font-weight: 600;
  }
  thead .actions {
    margin: 2px 0;
  }
  tbody th {
    color: var(--vscode-descriptionForeground);
    font-weight: normal;
    white-space: nowrap;
  }
  tbody tr > * {
    border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
  }
  .different > * {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .sign {
    display: inline-block;
    width: 1.3em;
  }
  .best {
    padding: 0 5px;
    border: 1px solid currentColor;
    border-radius: 8px;
    font-size: 0.85em;
    font-weight: normal;
  }
`;
