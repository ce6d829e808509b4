/** Without a VS Code around them, these all ask the same stand-in. */
const standIn =
  /\bvi\.mock\('vscode', async \(\) => \(await import\('[./\w]+\/fakeVscode'\)\)\.fakeVscode\);/;

/**
 * Which tests a file of unit tests may share a process with, by its text: with others of its kind, whatever their order, or
 * with none.
 */
export function unitProject(text: string): 'alone' | 'vscode' | 'together' {
  // It changes a module, a global one or the time zone for all who load it after that, or has modules loaded twice.
  if (/\bvi\s*\.(mock|doMock|resetModules|stubGlobal)\(|^process\.env\.TZ =/m.test(text.replace(standIn, '')))
    return 'alone';
  return standIn.test(text) ? 'vscode' : 'together';
}
