import { LitElement, type PropertyDeclaration } from 'lit';

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
