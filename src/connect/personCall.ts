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
