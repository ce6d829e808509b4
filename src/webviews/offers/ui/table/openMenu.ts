/**
 * Opens VS Code's own menu of the panel at a place of the window. VS Code reads what the menu is for from the element
 * that its document has, and sees none of those in shadow roots; so the outermost one has it for that moment.
 *
 * @param context what the conditions of the menu's items in package.json ask for, and what their commands are given
 */
export function openMenu(element: Element, context: object, x: number, y: number): void {
  const host = outermost(element);
  if (!(host instanceof HTMLElement)) return;
  host.dataset.vscodeContext = JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
  host.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }),
  );
  delete host.dataset.vscodeContext;
}

function outermost(element: Element): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? outermost(root.host) : element;
}
