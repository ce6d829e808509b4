/**
 * Marks a command's argument as coming from one of our own buttons, like a row of a tree. A link, a key binding, a task
 * or another program can only pass plain objects.
 */
export class PersonCall {
  readonly arguments: Readonly<Record<string, unknown>>;

  constructor(argument: Readonly<Record<string, unknown>>) {
    this.arguments = argument;
  }
}

/**
 * Who began what a dialog asks about, where that isn't known to be the person. It is `unknown` for what the Command
 * Palette and a key look like, because a program can call the same command in the same way.
 */
export type Asker = 'model' | 'task' | 'link' | 'program' | 'unknown';

/** A command's argument, and the selection that belongs to it, with who asks for it where we know that. */
export class CallFor {
  readonly askedBy: Asker | undefined;
  readonly argument: unknown;
  readonly selection: unknown;

  constructor(askedBy: Asker | undefined, argument: unknown, selection?: unknown) {
    this.askedBy = askedBy;
    this.argument = argument;
    this.selection = selection;
  }
}
