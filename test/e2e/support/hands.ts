import type { Workbench } from './workbench';

/** Does what a hand does, and counts it. */
export function countHands({ page }: Workbench) {
  let clicks = 0;
  let keys = 0;
  return {
    click: async (target: { click: () => Promise<void> }) => {
      clicks += 1;
      await target.click();
    },
    type: async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text, { delay: 15 });
    },
    press: async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    },
    count: () => ({ clicks, keys }),
  };
}
