import process from 'node:process';
import * as vscode from 'vscode';

/**
 * Signs in as a person would, with the sandbox's key out of the environment (never out of a file or an argument), and
 * shows the view.
 */
export async function activate() {
  const apiKey = process.env.GPU_RENTAL_TEST_API_KEY;
  const baseUrl = process.env.GPU_RENTAL_TEST_SANDBOX_URL;
  try {
    if (!apiKey || !baseUrl) throw new Error('no key and no address of a sandbox in the environment');
    await vscode.commands.executeCommand('gpuRental.signIn', { apiKey, baseUrl });
    await vscode.commands.executeCommand('workbench.view.extension.gpuRental');
  } catch (error) {
    void vscode.window.showErrorMessage(`The test companion could not sign in: ${error.message}`);
  }
}
