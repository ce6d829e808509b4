import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { type NameChoice, toggleValues } from '../../domain/search/nameChoices';
import { keepOrder, settle, type Step } from '../steps';

export interface ToggleOptions {
  title: string;
  placeholder: string;
  /** Rows under their headings. */
  groups: readonly { title: string; rows: readonly NameChoice[] }[];
  chosen: readonly string[];
  /** The choice in words. */
  words: (chosen: readonly string[]) => string;
  /** What else a text means. */
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
    const draw = (): void => {
      const text = input.value.trim();
      const typed = text === '' ? [] : options.typed(text);
      const all = [...chosen];
      const end: Row = {
        label: `$(check) ${vscode.l10n.t('Done')}`,
        description: all.length === 0 ? vscode.l10n.t('any') : options.words(all),
        isDone: true,
      };
      input.items = [
        ...typed.map((one) => ({ ...row(one), alwaysShow: true })),
        ...(text === '' ? [end] : []),
        ...options.groups.flatMap(({ title, rows }) => [
          { label: title, kind: vscode.QuickPickItemKind.Separator },
          ...rows.map(row),
        ]),
      ];
    };
    input.onDidChangeValue(draw);
    input.onDidTriggerButton(() => done({ kind: 'back' }));
    input.onDidAccept(() => {
      const [selected] = input.selectedItems;
      if (selected?.isDone) {
        done({ kind: 'done', value: [...chosen] });
        return;
      }
      chosen = new Set(toggleValues([...chosen], selected?.toggles ?? []));
      input.value = '';
      draw();
    });
    draw();
    input.show();
  });
}
