import * as z from 'zod/mini';
import type { Template } from '../../api/schemas/template';
import { creationOf, newTemplate } from '../../domain/templateFields';
import { type Call, read } from '../call';
import type { Services } from '../services';
import { checkedTemplate } from './checkedTemplate';
import { openDocument, type OpenedDocument } from './openDocument';

/** With `template`, the fields of one, creates it at once. Else opens a document; saving it creates the template. */
export async function createTemplate(services: Services, call: Call): Promise<Template | OpenedDocument> {
  const given = read(call.arguments, 'template', z.optional(z.record(z.string(), z.unknown())));
  if (given === undefined) return openDocument(await services.templateFiles.createUri(newTemplate));
  return services.templates.create(creationOf(checkedTemplate(given, true)));
}
