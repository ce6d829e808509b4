import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import { AccountNode, ApiKeyNode } from '../views/accountNodes';
import { InstanceNode } from '../views/instanceNodes';
import { PortNode } from '../views/portNodes';
import { DraftNode, TemplateNode } from '../views/templates/templateNodes';
import { LinkedTemplate } from './uriHandler';

/** How a command was called: from the tree, from the palette, or by a program with a plain object. */
export interface Call {
  /** The instances it is about, as far as the caller said. */
  instanceIds: readonly number[];
  /** The caller agreed to what costs money, destroys data or edits the ssh config. */
  confirmed: boolean;
  /** A person called it: results and failures are shown to them. Else they go to the caller. */
  interactive: boolean;
  /** The plain object; empty for a person's call. */
  arguments: Readonly<Record<string, unknown>>;
}

const plainObject = z.record(z.string(), z.unknown());

/** Reads the arguments of a command: a tree row and the selection, a plain object, or nothing. */
export function readCall(argument: unknown, selection: unknown): Call {
  if (argument instanceof InstanceNode) {
    const rows: unknown[] = Array.isArray(selection) ? selection : [];
    const selected = rows.filter((row) => row instanceof InstanceNode);
    // A menu opened outside the selection is about its own row only.
    const nodes = selected.includes(argument) ? selected : [argument];
    return {
      instanceIds: nodes.map(({ instanceId }) => instanceId),
      confirmed: false,
      interactive: true,
      arguments: {},
    };
  }
  if (argument instanceof PortNode) {
    const { instanceId, remotePort, address } = argument;
    return {
      instanceIds: [instanceId],
      confirmed: false,
      interactive: true,
      arguments: { remotePort, address },
    };
  }
  if (argument instanceof AccountNode) {
    const { accountId } = argument;
    return { instanceIds: [], confirmed: false, interactive: true, arguments: { accountId } };
  }
  if (argument instanceof ApiKeyNode) {
    const { id, name } = argument.key;
    return { instanceIds: [], confirmed: false, interactive: true, arguments: { id, name } };
  }
  const named = templateArguments(argument);
  if (named) return { instanceIds: [], confirmed: false, interactive: true, arguments: named };
  const object = argument === undefined ? undefined : plainObject.safeParse(argument).data;
  if (!object) return { instanceIds: [], confirmed: false, interactive: true, arguments: {} };
  return {
    instanceIds: object.instanceId === undefined ? [] : [read(object, 'instanceId', z.int())],
    confirmed: object.confirmed === true,
    // Our own buttons pass an object too, and mean what a click means.
    interactive: object.interactive === true,
    arguments: object,
  };
}

/** What a row of the templates view, or a link, says of the template it is about. */
function templateArguments(argument: unknown): Record<string, unknown> | undefined {
  if (argument instanceof TemplateNode) return { templateId: argument.templateId };
  if (argument instanceof DraftNode) return { draft: argument.uri.toString() };
  return argument instanceof LinkedTemplate ? { hashId: argument.hashId } : undefined;
}

/** One member of a plain object, checked. @throws ApiError 'invalid_request' that names it */
export function read<T extends z.ZodMiniType>(
  object: Readonly<Record<string, unknown>>,
  name: string,
  schema: T,
): z.infer<T> {
  const parsed = schema.safeParse(object[name]);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [name, ...(issue?.path ?? [])].map(String).join('.');
  throw new ApiError(
    'invalid_request',
    vscode.l10n.t('The argument {0} is missing or has the wrong type.', path),
  );
}
