import type * as vscode from 'vscode';
import type { Random } from '../sandbox/random';
import type { RemoteControl } from '../sandbox/remoteControl';
import { descriptionIn, type Edits } from './edits';
import type { TextDocument } from './textDocument';
import { ownTemplate } from './templateActs';
import type { Window } from './window';

interface ActWorld {
  draws: Random;
  sandbox: RemoteControl;
  edits: Edits;
  next: () => number;
  now: () => number;
  /** A request with the account's key, beside the extension. */
  console: (method: string, path: string, body?: object) => Promise<unknown>;
}

const isTemplate = ({ uri }: TextDocument): boolean => uri.scheme === 'gpu-template';

const templateIdOf = ({ path }: vscode.Uri): number | undefined =>
  Number(/^\/[^/]+\/(\d+)\//.exec(path)?.[1]) || undefined;

/** Opens a template as a document, or one for a new template. */
export async function openTemplate(window: Window, world: ActWorld): Promise<unknown> {
  const templateId = world.draws.chance(0.75) ? await ownTemplate(window, world) : undefined;
  return templateId === undefined
    ? window.screen.choose('createTemplate')
    : window.call('editTemplate', { templateId });
}

/** Types another description, and sometimes a password for the registry. */
export function editDocument(window: Window, world: ActWorld): string | undefined {
  const { draws, edits, next, now } = world;
  const { editors } = window.screen;
  const open = [...editors.documents.values()].filter(isTemplate);
  if (open.length === 0) return undefined;
  const document = draws.pick(open);
  const address = document.uri.toString();
  edits.see(address, descriptionIn(document.text));
  const words = `written ${next()}`;
  const described = withField(withNames(document.text, words), 'desc', words);
  const isSecret = draws.chance(0.25);
  const password = `hunter-${next()}-${draws.hex(8)}`;
  if (isSecret) edits.passwords.push(password);
  const text = isSecret ? withLogin(described, password) : described;
  if (text === document.text) return undefined;
  editors.type(document, text);
  edits.see(address, words);
  edits.last.set(`${window.life.name} ${address}`, {
    ...{ window, words, at: now() },
    templateId: templateIdOf(document.uri),
  });
  return `${words}${isSecret ? ' with a password' : ''}`;
}

export async function saveDocument(window: Window, { draws }: ActWorld): Promise<unknown> {
  const unsaved = [...window.screen.editors.documents.values()].filter(
    (one) => isTemplate(one) && one.isDirty,
  );
  return unsaved.length === 0 ? undefined : draws.pick(unsaved).save();
}

/** Somebody changes a template in the web console. */
export async function editInConsole(window: Window, world: ActWorld): Promise<unknown> {
  const { edits, next, now, console } = world;
  const templateId = await ownTemplate(window, world);
  if (templateId === undefined) return undefined;
  const filters = encodeURIComponent(JSON.stringify({ id: { eq: templateId } }));
  const found = await console('GET', `template/?select_filters=${filters}`);
  const { templates } = found as { templates: { hash_id: string }[] };
  const [template] = templates;
  if (!template) return undefined;
  const words = `elsewhere ${next()}`;
  await console('PUT', 'template/', { hash_id: template.hash_id, desc: words });
  edits.consoleEdits.push({ templateId, words, at: now() });
  return words;
}

/** A new template needs a name and an image. */
function withNames(text: string, words: string): string {
  const named = text.includes('"name": ""') ? withField(text, 'name', `template ${words}`) : text;
  return named.includes('"image": ""') ? withField(named, 'image', 'debian') : named;
}

const withLogin = (text: string, password: string): string =>
  withField(
    withField(withField(text, 'docker_login_repo', 'registry.example.com'), 'docker_login_user', 'me'),
    'docker_login_pass',
    password,
  );

function withField(text: string, field: string, value: string): string {
  const member = new RegExp(`"${field}": "(?:[^"\\\\]|\\\\.)*"`);
  return text.replace(member, `"${field}": ${JSON.stringify(value)}`);
}
