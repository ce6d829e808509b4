import type { Memento } from 'vscode';
import * as z from 'zod/mini';
import { accountName } from '../../src/domain/account/accountName';
import { findsIn, watchSchema } from '../../src/domain/offers/offerWatch';
import { mostSearches, savedSearchSchema, searchWords } from '../../src/domain/offers/savedSearch';
import { startingChoice } from '../../src/domain/offers/rememberedSearch';
import { silent } from '../../src/log/log';
import { recordIn } from '../../src/ssh/config/integrationRecord';
import { parseOwners } from '../../src/ssh/config/owners';
import { accountIn } from '../../src/stores/account/accountFiles';
import { readRows } from '../../src/stores/account/accountRows';
import { secretIn } from '../../src/stores/account/accountSecrets';
import { closedFormIn } from '../../src/stores/launch/closedForm';
import { creditIn } from '../../src/stores/money/creditStore';
import { ledgerIn } from '../../src/stores/money/ledgerText';
import { seenIn } from '../../src/stores/instances/newsFiles';
import { rentalSchema } from '../../src/stores/rentals/pendingRental';
import { scheduledIn } from '../../src/stores/stops/scheduledStops';
import { SeenGpus } from '../../src/stores/offers/seenGpus';
import { snapshotIn } from '../../src/stores/instances/snapshotFiles';
import { draftsIn } from '../../src/stores/templates/templateDrafts';
import { holderIn } from '../../src/stores/account/unstoredCodes';
import { volumesIn } from '../../src/stores/volumes/volumeLists';
import { warningStateIn } from '../../src/stores/money/warnings/warningFiles';
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

/** VS Code's storage, which holds this under each key. */
const holding = (value: unknown): Memento => ({
  keys: () => [],
  get: () => value as never,
  update: () => Promise.resolve(),
});

const account = { baseUrl: 'https://console.example.com' };
const settings = { verifiedOnly: true, disk: 40, limit: 20 };

/** What windows share in files, and what VS Code keeps. Another version, or a person, may have written it. */
export const storedReaders: Readonly<Record<string, Reader>> = {
  'stored: costs': fileReader('stored-ledger', bytes(atOnce(ledgerIn))),
  'stored: how instances stood': fileReader('stored-news', bytes(seenIn)),
  'stored: scheduled stops': fileReader('stored-scheduled', bytes(scheduledIn)),
  'stored: rentals under way': fileReader(
    'stored-rentals',
    bytes((content) => readRows(content, rentalSchema, 'rentals')),
  ),
  'stored: warnings': fileReader('stored-warnings', bytes(warningStateIn)),
  'stored: the last list': {
    ...fileReader('stored-instances', bytes(snapshotIn)),
    // The list is then asked for again.
    throws: [SyntaxError, z.core.$ZodError],
  },
  'stored: owners of ssh entries': fileReader('stored-owners', bytes(parseOwners)),
  'stored: edited ssh configs': fileReader('stored-integration', bytes(recordIn)),
  'stored: an account': fileReader(
    'stored-account',
    bytes((content) => {
      const read = accountIn(content);
      // As panels and the tree of accounts name it.
      return read && [accountName(read), new URL(read.baseUrl).host];
    }),
  ),
  'stored: keys of an account': fileReader('stored-accountKeys', (text) => secretIn(text, account)),
  'stored: credit': fileReader('stored-credit', bytes(creditIn)),
  'stored: volumes': fileReader('stored-volumes', bytes(volumesIn)),
  'stored: codes that nobody stored': fileReader('stored-unstoredCodes', bytes(holderIn)),
  'stored: watched searches': fileReader(
    'stored-watches',
    bytes((content) => readRows(content, watchSchema, 'rows').value.map((watch) => findsIn(watch, []))),
  ),
  'stored: saved searches': fileReader(
    'stored-searches',
    bytes((content) => {
      const { value } = readRows(content, savedSearchSchema, 'rows');
      return value.slice(0, mostSearches).map(({ query }) => searchWords(query));
    }),
  ),
  'stored: a closed launch form': valueReader('stored-closedForm', closedFormIn),
  'stored: drafts of templates': valueReader('stored-drafts', draftsIn),
  'stored: the last search': valueReader('stored-search', (value) => startingChoice(value, settings)),
  'stored: GPUs that were seen': valueReader(
    'stored-gpus',
    (value) => new SeenGpus(holding(value), silent).names.all,
  ),
};
