import { givenQuerySchema } from '../../api/schemas/offers/filters';
import { omitUndefined } from '../../domain/omitUndefined';
import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** Opens the offers panel, with another query than the last one if one is given. */
export async function browseOffers(
  { offersPanel }: Pick<Services, 'offersPanel'>,
  call: Call,
): Promise<{ opened: true }> {
  const change =
    call.arguments.query === undefined ? {} : changeOf(read(call.arguments, 'query', givenQuerySchema));
  await offersPanel.show(change);
  return { opened: true };
}

/** What a program's query says of the panel's; its order and limit don't matter there. */
function changeOf({
  filters,
  type,
  allocated_storage: disk,
}: ReturnType<typeof givenQuerySchema.parse>): Partial<PanelQuery> {
  return {
    filters,
    ...omitUndefined({
      type: type === undefined ? undefined : type === 'bid' ? ('bid' as const) : ('on-demand' as const),
      disk,
    }),
  };
}
