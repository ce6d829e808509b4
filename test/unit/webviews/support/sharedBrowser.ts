import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../host/browser';

let launched: Promise<Browser> | undefined;

/** The browser of all test files in this process. It ends with the process, so nobody closes it. */
export function sharedBrowser(): Promise<Browser> {
  return (launched ??= launchBrowser());
}
