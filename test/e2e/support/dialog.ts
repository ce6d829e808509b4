import type { Locator, Page } from 'playwright-core';

/** The modal dialog of the window; at most one is open. */
export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  /** Waits for a dialog that says this and resolves to its whole text. */
  async waitFor(text: string | RegExp): Promise<string> {
    await this.box.filter({ hasText: text }).waitFor();
    return this.box.innerText();
  }

  /** Presses a button as somebody who has read what is asked: VS Code's dialog takes no answer of ours before. */
  async press(button: string | RegExp): Promise<void> {
    await this.read();
    const pressed = this.box.locator('.monaco-button', { hasText: button }).first();
    await this.mean(await pressed.innerText());
    await this.closing(() => pressed.click());
  }

  /**
   * Where the extension host stood still, it asks once more, saying so, and a person who meant the answer gives it again.
   * From here on that is done with this button, until the next answer.
   */
  async mean(button: string): Promise<void> {
    await this.box.page().evaluate((label) => {
      const page = window as Means;
      const asked = () => document.querySelector<HTMLElement>('.monaco-dialog-box');
      const lines = asked()?.innerText.split('\n') ?? [];
      const answer = { from: asked() };
      page.meant = answer;
      const look = () => {
        const shown = asked();
        if (page.meant !== answer) return;
        if (!shown || shown === answer.from) return;
        answer.from = shown;
        const isAgain = (text: string) =>
          lines.every((line) => text.includes(line)) && text.trim().split('\n').length > lines.length;
        setTimeout(() => {
          if (page.meant !== answer || asked() !== shown || !isAgain(shown.innerText)) return;
          for (const one of shown.querySelectorAll<HTMLElement>('.monaco-button'))
            if (one.innerText === label) one.click();
        }, 5000);
      };
      page.looking?.disconnect();
      page.looking = new MutationObserver(look);
      page.looking.observe(document, { subtree: true, childList: true });
    }, button);
  }

  async cancel(): Promise<void> {
    await this.box.page().evaluate(() => (window as Means).looking?.disconnect());
    await this.closing(() => this.box.page().keyboard.press('Escape'));
  }

  /**
   * Waits until the dialog was there for as long as it takes to read it, which begins and ends with an answer of the
   * window: on a busy computer those take a second. It may be asked again meanwhile.
   */
  async read(): Promise<void> {
    await this.box.page().waitForFunction(() => {
      const shown = document.querySelector('.monaco-dialog-box');
      if (!(shown instanceof HTMLElement)) return false;
      shown.dataset.seen ??= String(performance.now());
      return performance.now() - Number(shown.dataset.seen) > 5000;
    });
  }

  /** Waits until this dialog is gone; another one may follow at once. */
  private async closing(act: () => Promise<void>): Promise<void> {
    const shown = await this.box.elementHandle();
    await act();
    await shown?.waitForElementState('hidden');
  }
}

type Means = Window & { meant?: object; looking?: MutationObserver };
