/** Colors and the font of the drawn part of a plot, which CSS does not reach. */
export interface Theme {
  foreground: string;
  background: string;
  grid: string;
  fontFamily: string;
  /** CSS pixels. */
  fontSize: number;
  /** A color of VS Code, such as `charts-blue`; the text's where the theme has none. */
  color: (name: string) => string;
}

/** The theme as an element has it. */
export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const foreground = style.color;
  const color = (name: string): string => style.getPropertyValue(`--vscode-${name}`).trim() || foreground;
  return {
    foreground,
    background: color('editor-background'),
    // The lines of editors are as strong as text in high contrast.
    grid: `color-mix(in srgb, ${foreground} 16%, transparent)`,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize) || 13,
    color,
  };
}

/** Calls back after VS Code has changed the theme, which it writes on the page's outer elements. */
export function watchTheme(changed: () => void): { stop(): void } {
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributeFilter: ['class', 'style'] });
  return { stop: () => observer.disconnect() };
}
