/**
 * Gives the focus back to what had it. VS Code takes it from a panel for a menu or the Command Palette and returns it to
 * the page alone, where a key does nothing.
 */
export function returnFocus(): () => void {
  let last: HTMLElement | undefined;
  let isPressed = false;
  const stop = new AbortController();
  const listen = (types: readonly string[], heard: (event: Event) => void): void => {
    for (const type of types) window.addEventListener(type, heard, { capture: true, signal: stop.signal });
  };
  // No event leaves a shadow tree when the focus moves within it, so it's looked up with each key and press.
  listen(['focusin', 'keydown', 'pointerup'], () => (last = focused()));
  // A mouse gives it to what it presses.
  listen(['pointerdown'], () => (isPressed = true));
  listen(['pointerup', 'pointercancel'], () => (isPressed = false));
  listen(['focus'], ({ target }) => {
    if (target === window && !isPressed && !focused() && last?.isConnected)
      last.focus({ preventScroll: true });
  });
  return () => stop.abort();
}

/** Undefined where nothing in the page has the focus. */
function focused(): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return undefined;
  return element instanceof HTMLElement ? element : undefined;
}
