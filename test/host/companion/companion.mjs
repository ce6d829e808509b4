import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import * as vscode from 'vscode';

/**
 * Signs in with consent, as nobody is there to be asked, and with the sandbox's key out of the environment (never out of a file or an argument), and
 * shows the view once: a window that is loaded anew shows by itself what it showed, and taking the focus later would
 * close what a person has opened meanwhile. In the demo, it is also the phone and the mailbox.
 */
export async function activate({ workspaceState }) {
  // Whoever opens a window on an instance is signed in already, and the key stays on their own computer.
  if (vscode.env.remoteName === 'ssh-remote') return;
  const apiKey = process.env.GPU_RENTAL_TEST_API_KEY;
  const baseUrl = process.env.GPU_RENTAL_TEST_SANDBOX_URL;
  try {
    if (!apiKey || !baseUrl) throw new Error('no key and no address of a sandbox in the environment');
    if (process.env.GPU_RENTAL_TEST_SHOWS_CODES) void showCodes(baseUrl, (await outbox(baseUrl)).length);
    const { consent: confirmed } = await vscode.extensions.getExtension('gpu-rental.gpu-rental').activate();
    await vscode.commands.executeCommand('gpuRental.signIn', { apiKey, baseUrl, confirmed });
    void callWhatIsWritten();
    if (workspaceState.get('shown')) return;
    await vscode.commands.executeCommand('workbench.view.extension.gpuRental');
    await workspaceState.update('shown', true);
  } catch (error) {
    void vscode.window.showErrorMessage(`The test companion could not sign in: ${error.message}`);
  }
}

/**
 * Calls a command, or a tool of a model, as soon as a test writes it into the workspace, and writes a file once it is
 * answered: no person began it. A watcher of
 * VS Code tells of a file that replaces another one once, twice or never.
 */
async function callWhatIsWritten() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!folder) return;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const file = join(folder, 'call.json');
    const written = await readFile(file, 'utf8').catch(() => undefined);
    if (written === undefined) continue;
    await rm(file);
    const { command, tool, input } = JSON.parse(written);
    const calling = command
      ? vscode.commands.executeCommand(command, input)
      : vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    const tell = () => void writeFile(join(folder, 'answered'), '');
    calling.then(tell, tell);
  }
}

/** Shows each text message and email that the sandbox sends after the known ones. */
async function showCodes(baseUrl, known) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // The sandbox may be gone before its windows are.
    const sent = await outbox(baseUrl).catch(() => []);
    for (const message of sent.slice(known)) void showCode(message);
    known = Math.max(known, sent.length);
  }
}

/** All text messages and emails so far, oldest first. */
async function outbox(baseUrl) {
  const answer = await fetch(`${baseUrl}/_sandbox/outbox`);
  return (await answer.json()).result;
}

async function showCode({ channel, to, code }) {
  const what = channel === 'sms' ? 'Text message' : 'Email';
  const copy = 'Copy Code';
  const pressed = await vscode.window.showInformationMessage(
    `${what} to ${to}: your code is ${code} (from the sandbox)`,
    copy,
  );
  if (pressed === copy) await vscode.env.clipboard.writeText(code);
}
