import * as z from 'zod/mini';
import { startingChoice } from '../../src/domain/rememberedSearch';
import { recordIn } from '../../src/ssh/integrationRecord';
import { parseOwners } from '../../src/ssh/owners';
import { ledgerIn } from '../../src/stores/ledgerFiles';
import { seenIn } from '../../src/stores/newsFiles';
import { rentalsIn } from '../../src/stores/pendingRental';
import { scheduledIn } from '../../src/stores/scheduledStops';
import { snapshotIn } from '../../src/stores/snapshotFiles';
import { memoryIn } from '../../src/stores/warningFiles';
import { fileReader, type Reader, valueReader } from './reader';

const bytes =
  (read: (content: Buffer) => unknown) =>
  (text: string): unknown =>
    read(Buffer.from(text));

const atOnce =
  <Input>(work: (input: Input) => Iterator<unknown>) =>
  (input: Input): unknown => {
    const parts = work(input);
    for (;;) {
      const part = parts.next();
      if (part.done) return part.value;
    }
  };

const settings = { verifiedOnly: true, disk: 40, limit: 20 };

/** What windows share in files, and what VS Code keeps. Another version, or a person, may have written it. */
export const storedReaders: Readonly<Record<string, Reader>> = {
  'stored: costs': fileReader('stored-ledger', bytes(atOnce(ledgerIn))),
  'stored: how instances stood': fileReader('stored-news', bytes(seenIn)),
  'stored: scheduled stops': fileReader('stored-scheduled', scheduledIn),
  'stored: rentals under way': fileReader('stored-rentals', bytes(rentalsIn)),
  'stored: warnings': fileReader('stored-warnings', bytes(memoryIn)),
  'stored: the last list': {
    ...fileReader('stored-instances', bytes(snapshotIn)),
    // The list is then asked for again.
    throws: [SyntaxError, z.core.$ZodError],
  },
  'stored: owners of ssh entries': fileReader('stored-owners', bytes(parseOwners)),
  'stored: edited ssh configs': fileReader('stored-integration', bytes(recordIn)),
  'stored: the last search': valueReader('stored-search', (value) => startingChoice(value, settings)),
};
