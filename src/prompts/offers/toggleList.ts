import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { type NameChoice, toggleValues } from '../../domain/offers/search/words/nameChoices';
import { keepOrder, noRow, settle, type Step } from '../steps';

export interface ToggleOptions {
  title: string;
  placeholder: string;
  /** Rows under their headings. */
  groups: readonly { title: string; rows: readonly NameChoice[] }[];
  chosen: readonly string[];
  /** The choice in words. */
  words: (chosen: readonly string[]) => string;
  /** What else a text means: one row, or none. */
  typed: (text: string) => readonly NameChoice[];
}

interface Row extends vscode.QuickPickItem {
  toggles?: readonly string[];
  isDone?: true;
}

/**
 * Any number of choices from a list. Enter or a click adds a row or takes it away and goes on; the first row, where the
 * focus returns to, is the end. VS Code's own list of check boxes takes a space for text and needs the mouse.
 */
export function toggleList(options: ToggleOptions): Promise<Step<readonly string[]>> {
  const input = vscode.window.createQuickPick<Row>();
  input.title = plainText(options.title);
  input.placeholder = plainText(options.placeholder);
  input.ignoreFocusOut = true;
  input.matchOnDescription = true;
  keepOrder(input);
  input.buttons = [vscode.QuickInputButtons.Back];
  let chosen = new Set(options.chosen);
  return settle<readonly string[]>(input, (done) => {
    const row = ({ label, values, description }: NameChoice): Row => {
      const isChosen = values.every((value) => chosen.has(value));
      return {
        label: `$(${isChosen ? 'pass-filled' : 'circle-large-outline'}) ${label}`,
        description: [description ?? '', isChosen ? vscode.l10n.t('selected') : '']
          .filter(Boolean)
          .join(' · '),
        toggles: values,
      };
    };
    const typedRow = (text: string): Row | undefined => {
      const [typed] = text === '' ? [] : options.typed(text);
      return typed && { ...row(typed), alwaysShow: true };
    };
    const draw = (): void => {
      const text = input.value.trim();
      const all = [...chosen];
      const end: Row = {
        label: `$(check) ${vscode.l10n.t('Done')}`,
        description: all.length === 0 ? vscode.l10n.t('any') : options.words(all),
        isDone: true,
      };
      input.items = [
        text === '' ? end : (typedRow(text) ?? noRow),
        ...options.groups.flatMap(({ title, rows }) => [
          { label: title, kind: vscode.QuickPickItemKind.Separator },
          ...rows.map(row),
        ]),
      ];
    };
    input.onDidChangeValue(draw);
    input.onDidTriggerButton(() => done({ kind: 'back' }));
    input.onDidAccept(() => {
      // Enter may come before the list has the row of what was typed.
      const selected = input.selectedItems[0] ?? typedRow(input.value.trim());
      if (selected?.isDone) {
        done({ kind: 'done', value: [...chosen] });
        return;
      }
      if (!selected?.toggles) return;
      chosen = new Set(toggleValues([...chosen], selected.toggles));
      input.value = '';
      draw();
    });
    draw();
    input.show();
  });
}
