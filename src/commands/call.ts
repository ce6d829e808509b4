import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../api/localError';
import type { Services } from '../prompts/services';
import { AccountNode, ApiKeyNode, FactRow, SshKeyNode } from '../views/account/accountNodes';
import { omitUndefined } from '../domain/omitUndefined';
import { DetailNode } from '../views/detailNode';
import { InstanceNode } from '../views/instances/instanceNodes';
import { MoveNode } from '../views/instances/moveRow';
import { PortNode } from '../views/instances/portNodes';
import { ProjectNode } from '../views/instances/projectRow';
import { DraftNode, TemplateNode } from '../views/templates/templateNodes';
import { RunNode } from '../views/runs/runNodes';
import { VolumeNode } from '../views/volumes/volumeNodes';
import { type Asker, CallFor, PersonCall } from '../ask/caller';

/** How a command was called: from the tree, from the palette, or by a program with a plain object. */
export interface Call {
  /** The instances in the call. If several rows are selected, the clicked one comes first. */
  instanceIds: readonly number[];
  /** Whether the caller agreed to actions that cost money, destroy data or edit the ssh config. */
  confirmed: boolean;
  /** Whether a person called it. Results and failures are then shown, otherwise returned to the caller. */
  interactive: boolean;
  /** Who called it, if that isn't known to be the person: then each dialog says so, and Enter agrees to nothing. */
  askedBy?: Asker | undefined;
  /** All other arguments. Never the consent itself. */
  arguments: Readonly<Record<string, unknown>>;
}

export type Command = (services: Services, call: Call) => Promise<unknown>;

/** What the Command Palette and a button in a view's title look like, and what any program can do as well. */
const doubtful = {
  instanceIds: [],
  confirmed: false,
  interactive: true,
  askedBy: 'unknown',
  arguments: {},
} as const;

/** Whether it needs no question of its own: the person began it, or who did has consent. */
export const isAgreed = ({ confirmed, askedBy }: Call): boolean => confirmed || askedBy === undefined;

const plainObject = z.record(z.string(), z.unknown());

/**
 * Reads the arguments of a command: a tree row and the selection, a plain object, or nothing. `confirmed` in a plain
 * object counts only when it equals `consent`: a link or a key binding could write `true`.
 */
export function readCall(argument: unknown, selection: unknown, consent: string): Call {
  if (argument instanceof InstanceNode) {
    const selected = rowsOf(selection, (row) => row instanceof InstanceNode);
    // A menu opened outside the selection is about its own row only.
    const others = selected.includes(argument) ? selected.filter((row) => row !== argument) : [];
    return ofPerson({}, [argument, ...others]);
  }
  if (argument instanceof DetailNode) {
    const selected = rowsOf(selection, (row) => row instanceof DetailNode);
    return ofPerson({ text: copyOf(selected.includes(argument) ? selected : [argument]) });
  }
  if (argument instanceof PortNode) {
    const { remotePort, address } = argument;
    return ofPerson({ remotePort, address }, [argument]);
  }
  if (argument instanceof MoveNode) return ofPerson({}, [argument]);
  if (argument instanceof ProjectNode) {
    const { launchName: name } = argument;
    return ofPerson({ project: true, ...omitUndefined({ name }) });
  }
  if (argument instanceof AccountNode) return ofPerson({ accountId: argument.accountId });
  if (argument instanceof ApiKeyNode || argument instanceof SshKeyNode) return ofPerson({ row: argument });
  if (argument instanceof RunNode) {
    const runIds = rowsOf(selection, (row) => row instanceof RunNode).map(({ runId }) => runId);
    return ofPerson({ runId: argument.runId, runIds });
  }
  if (argument instanceof TemplateNode) return ofPerson({ templateId: argument.templateId });
  if (argument instanceof DraftNode) return ofPerson({ draft: argument.uri.toString() });
  if (argument instanceof VolumeNode) return ofPerson({ volumeId: argument.volumeId });
  if (argument instanceof vscode.Uri) {
    // From an editor's title. Anyone can make an address.
    const document = argument.toString();
    // Of several that are selected in the Explorer.
    const documents = rowsOf(selection, (row) => row instanceof vscode.Uri).map(String);
    return { ...doubtful, arguments: documents.length > 1 ? { document, documents } : { document } };
  }
  if (argument instanceof CallFor)
    return { ...readCall(argument.argument, argument.selection, consent), askedBy: argument.askedBy };
  if (argument instanceof PersonCall) return { ...ofObject(argument.arguments), interactive: true };
  if (argument instanceof FactRow) return { ...doubtful, askedBy: undefined };
  const object = argument === undefined ? undefined : plainObject.safeParse(argument).data;
  if (!object) return doubtful;
  const { confirmed, asRow, ...others } = object;
  if (asRow === true) {
    // A link in a tooltip of ours can't hold a row. Nothing but the row counts, and anyone can write such a link.
    const { instanceIds } = ofObject({ instanceId: others.instanceId });
    return { ...doubtful, instanceIds };
  }
  const hasConsent = typeof confirmed === 'string' && confirmed === consent;
  return { ...ofObject(others), confirmed: hasConsent, askedBy: 'program' };
}

/** What a person called from rows. */
const ofPerson = (given: Call['arguments'], rows: readonly { instanceId: number }[] = []): Call => ({
  instanceIds: rows.map(({ instanceId }) => instanceId),
  confirmed: false,
  interactive: true,
  arguments: given,
});

/** Those of a selection that are of this kind. */
const rowsOf = <Row>(selection: unknown, isOfKind: (row: unknown) => row is Row): Row[] =>
  Array.isArray(selection) ? selection.filter(isOfKind) : [];

/** The value of one fact, or names and values of several. */
function copyOf(rows: readonly DetailNode[]): string {
  const [first] = rows;
  return rows.length === 1 && first
    ? first.copied
    : rows.map(({ label, copied }) => `${label}: ${copied}`).join('\n');
}

function ofObject(object: Readonly<Record<string, unknown>>): Call {
  const instanceIds = object.instanceId === undefined ? [] : [read(object, 'instanceId', z.int())];
  return { instanceIds, confirmed: false, interactive: false, arguments: object };
}

/** One member of a plain object, checked. @throws LocalError 'invalid_input' that names it */
export function read<T extends z.ZodMiniType>(
  object: Readonly<Record<string, unknown>>,
  name: string,
  schema: T,
): z.infer<T> {
  const parsed = schema.safeParse(object[name]);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [name, ...(issue?.path ?? [])].map(String).join('.');
  throw wrongArgument(path);
}

/** @param path such as `request.env` */
export const wrongArgument = (path: string): LocalError =>
  new LocalError('invalid_input', vscode.l10n.t('Argument {0} is missing or has the wrong type.', path));

/** The consent of a call, for a command that is called by it. */
export const consentOf = (
  { consent }: Pick<Services, 'consent'>,
  { confirmed }: Pick<Call, 'confirmed'>,
): { confirmed?: string } => (confirmed ? { confirmed: consent } : {});

/** The argument of a command that is called for one instance, as the call itself was. */
export const sameCall = (services: Pick<Services, 'consent'>, call: Call, instanceId: number): CallFor =>
  new CallFor(
    call.askedBy,
    call.interactive ? new InstanceNode(instanceId) : { instanceId, ...consentOf(services, call) },
  );
