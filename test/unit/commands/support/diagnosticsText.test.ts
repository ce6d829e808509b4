import { describe, expect, it, vi } from 'vitest';
import { diagnosticsText } from '../../../../src/commands/support/copyDiagnostics';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

describe('the diagnostics', () => {
  it('hold facts, counts, settings and the log, and of free texts only whether they are set', () => {
    const settings = [
      { name: 'a.url', schema: { type: 'string' }, value: 'https://private.example' },
      { name: 'a.number', schema: { type: 'integer' }, value: 7 },
      { name: 'a.switch', schema: { type: 'boolean' }, value: false },
      { name: 'a.choice', schema: { type: 'string', enum: ['one', 'two'] }, value: 'two' },
      { name: 'a.wrongChoice', schema: { type: 'string', enum: ['one', 'two'] }, value: 'private' },
      { name: 'a.wrongType', schema: { type: 'integer' }, value: 'private' },
      { name: 'a.other', schema: { type: 'string' }, value: undefined },
    ];
    const text = diagnosticsText({
      facts: { 'VS Code': '1.105.0', Accounts: 2 },
      phases: new Map([
        ['running', 2],
        ['stopped', 1],
      ]),
      settings,
      lines: ['one line', 'another'],
    });
    expect(text).toBe(`- VS Code: 1.105.0
- Accounts: 2
- Instances: 2 running, 1 stopped

### Settings
- a.url: set
- a.number: 7
- a.switch: false
- a.choice: "two"
- a.wrongChoice: set
- a.wrongType: set
- a.other: default

### Log
\`\`\`
one line
another
\`\`\`
`);
  });
});
