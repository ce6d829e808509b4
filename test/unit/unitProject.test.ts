import { expect, it } from 'vitest';
import { unitProject } from '../unitProject';

const standIn = "vi.mock('vscode', async () => (await import('./support/fakeVscode')).fakeVscode);\n";

it.each([
  ['vi.mock', 'vi.mock("../x");'],
  ['vi.doMock', 'vi.doMock("../x");'],
  // A custom element that is defined twice is an error in whatever test loads it next.
  ['vi.resetModules', '  vi.resetModules();'],
  ['vi.stubGlobal', 'vi.stubGlobal("fetch", x);'],
  ['the time zone', "process.env.TZ = 'Asia/Tokyo';"],
])('keeps a file alone that changes what others load by %s', (_, text) => {
  expect(unitProject(text)).toBe('alone');
  expect(unitProject(standIn + text)).toBe('alone');
});

it('lets the others share a process, those with the same VS Code among themselves', () => {
  expect(unitProject("it('works', () => expect(vi.fn()).toBeDefined());")).toBe('together');
  expect(unitProject(standIn)).toBe('vscode');
});
