import { LitElement, noChange, type PropertyDeclaration } from 'lit';
import { directive, Directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

/** An element of a panel, which tells those around it what a person does. */
class Part extends LitElement {
  /** Sends an event that leaves the shadow roots around the element. */
  tell(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** Whether two small objects differ in any member. */
const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/**
 * The base of an element with these properties. A new value draws the element again; none is read from an attribute.
 *
 * @param defaults the values at first, which all elements of the kind share
 * @param byMembers the properties whose new object is another value only if a member is
 */
export function elementWith<Properties extends object>(
  defaults: Properties,
  byMembers: readonly (keyof Properties)[] = [],
) {
  const compared = new Set<PropertyKey>(byMembers);
  const declared = (name: string): PropertyDeclaration => ({
    attribute: false,
    ...(compared.has(name) && { hasChanged: isOther }),
  });
  class WithProperties extends Part {
    static override properties = Object.fromEntries(
      Object.keys(defaults).map((name) => [name, declared(name)]),
    );

    constructor() {
      super();
      Object.assign(this, defaults);
    }
  }
  return WithProperties as unknown as Pick<typeof Part, keyof typeof Part> & (new () => Part & Properties);
}

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

/** Follows the mouse until its button is let go. @param ended `isDropped` is false if the browser took it away */
export function followPointer(
  moved: (event: PointerEvent) => void,
  ended: (event: PointerEvent, isDropped: boolean) => void,
): void {
  const over = new AbortController();
  const end = (event: PointerEvent): void => {
    over.abort();
    ended(event, event.type === 'pointerup');
  };
  addEventListener('pointermove', moved, over);
  addEventListener('pointerup', end, over);
  addEventListener('pointercancel', end, over);
}
