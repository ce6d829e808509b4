import { svg, type TemplateResult } from 'lit';

const icon = (content: TemplateResult): TemplateResult =>
  svg`<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="1.3" aria-hidden="true">${content}</svg>`;

export const pinIcon = icon(svg`<path d="M5.5 2h5M6.5 2v4.5L4 9.5h8L9.5 6.5V2M8 9.5V14" />`);
export const compareIcon = icon(svg`<path d="M2 3h4.5v10H2zM9.5 3H14v10H9.5z" />`);
export const moreIcon = icon(
  svg`<path d="M3 8h.01M8 8h.01M13 8h.01" stroke-width="2.2" stroke-linecap="round" />`,
);
export const columnsIcon = icon(svg`<path d="M2 3h12v10H2zM6 3v10M10 3v10" />`);
