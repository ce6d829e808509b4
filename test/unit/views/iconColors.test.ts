import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json';

/** Backgrounds of the side bar in VS Code's own themes. */
const backgrounds = {
  light: ['#F8F8F8', '#F3F3F3', '#FFFFFF'],
  dark: ['#181818', '#252526'],
  highContrast: ['#000000'],
  highContrastLight: ['#FFFFFF'],
};

/** Relative luminance of a color such as `#2E7D32` (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colors of icons', () => {
  it.each(manifest.contributes.colors)(
    '$id has a contrast of 3 to 1 or more in every theme',
    ({ defaults }) => {
      for (const [theme, color] of Object.entries(defaults)) {
        // Another color of VS Code's own is that theme's to choose.
        if (!color.startsWith('#')) continue;
        for (const background of backgrounds[theme as keyof typeof backgrounds])
          expect(contrast(color, background), `${theme} ${background}`).toBeGreaterThanOrEqual(3);
      }
      expect(defaults.light).toMatch(/^#/);
    },
  );
});
