import * as vscode from 'vscode';
import { systemClock, pauseFor } from '../../clock';

/**
 * Finds the row that a person chose in a list that fills anew while they choose. VS Code tells the place of a row only,
 * so a click on a row that was replaced while the click was on its way would choose the one that has its place now.
 */
export class RowsOnScreen<Row> {
  readonly #doesSomething: (row: Row) => boolean;
  readonly #isDrawn: () => PromiseLike<unknown>;
  #shown: readonly Row[] = [];
  #last: readonly Row[] = [];
  /** How many lists VS Code was told since the one that is known to be drawn. */
  #undrawn = 0;

  /**
   * @param doesSomething false for a row that only says something
   * @param isDrawn resolves once VS Code has drawn what it was told before
   */
  constructor(
    doesSomething: (row: Row) => boolean = () => true,
    isDrawn: () => PromiseLike<unknown> = drawnByEditor,
  ) {
    this.#doesSomething = doesSomething;
    this.#isDrawn = isDrawn;
  }

  /** Call it once the list was told its new rows. */
  replaced(rows: readonly Row[]): void {
    this.#last = rows;
    this.#undrawn += 1;
    const show = (): void => {
      this.#shown = rows;
      this.#undrawn -= 1;
    };
    this.#isDrawn().then(show, show);
  }

  /** The row that had the place of this one when it was chosen. */
  chosen(row: Row | undefined): Row | undefined {
    const place = row === undefined ? -1 : this.#last.indexOf(row);
    // Before the first rows are drawn, nothing else can have been chosen.
    if (place === -1 || this.#shown.length === 0) return row;
    const drawn = this.#shown[place];
    // Nobody clicks a row that does nothing, such as "Searching…": the next list was drawn without a word of it yet.
    if (drawn) return this.#doesSomething(drawn) ? drawn : row;
    // So it was where the drawn list doesn't have the place.
    return this.#undrawn === 1 ? row : undefined;
  }
}

/**
 * VS Code gathers changes of a list until the next turn, and takes what it is told in its order, so a command that comes
 * after them is answered when they are drawn; what was chosen before is told before the answer.
 */
async function drawnByEditor(): Promise<void> {
  await pauseFor(systemClock, 0);
  await vscode.commands.executeCommand('setContext', 'gpuRental.resultsAreDrawn', true);
}
