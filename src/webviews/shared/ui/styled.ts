import { noChange } from 'lit';
import { directive, Directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

/** CSS properties and their values; one that is missing is taken away. */
type Styles = Readonly<Record<string, string>>;

class Styled extends Directive {
  #element: Element | undefined;
  #before: Styles = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('styled() belongs to an element.');
  }

  override update({ element }: ElementPart, [styles]: [Styles]): typeof noChange {
    this.#element = element;
    return this.render(styles);
  }

  override render(styles: Styles): typeof noChange {
    const element = this.#element;
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return noChange;
    for (const name of Object.keys(this.#before)) if (!(name in styles)) element.style.removeProperty(name);
    for (const [name, value] of Object.entries(styles))
      if (this.#before[name] !== value) element.style.setProperty(name, value);
    this.#before = styles;
    return noChange;
  }
}

/**
 * Sets CSS properties of an element: `<div ${styled({ left: '3px' })}>`. Lit's own `styleMap` begins with a style
 * attribute, which a panel's policy refuses.
 */
export const styled = directive(Styled);
