import { html, type TemplateResult } from 'lit';
import type { View } from '../protocol';
import './searches/searchMenu';
import type { SearchAct } from './searches/searchMenu';
import type { PanelActs } from './tablePart';

/** The buttons for the search as a whole, with what a person does there carried out by the host. */
export const searchPart = ({ searches }: View, { send }: PanelActs): TemplateResult =>
  html`<search-menu
    .names=${searches}
    @search-act=${({ detail }: CustomEvent<SearchAct>) =>
      detail.does === 'open'
        ? send({ kind: 'openSearch', name: detail.name })
        : send({ kind: 'search', does: detail.does })}
  ></search-menu>`;
