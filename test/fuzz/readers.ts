import * as z from 'zod/mini';
import { plainText } from '../../src/api/plainText';
import { apiKeysSchema, newKeySchema } from '../../src/api/schemas/account/apiKey';
import { chargesPageSchema } from '../../src/api/schemas/account/charge';
import {
  createdInstanceSchema,
  instanceListSchema,
  instancePageSchema,
  singleInstanceSchema,
} from '../../src/api/schemas/instances/instance';
import { offersSchema } from '../../src/api/schemas/offers/offer';
import { sshKeysSchema } from '../../src/api/schemas/account/sshKey';
import { templatesSchema } from '../../src/api/schemas/templates/template';
import * as twoFactor from '../../src/api/schemas/account/twoFactor';
import { userSchema } from '../../src/api/schemas/account/user';
import { volumesSchema } from '../../src/api/schemas/volume';
import { volumeOffersSchema } from '../../src/api/schemas/volumeOffer';
import { cleanServerText } from '../../src/api/answers/serverText';
import { parseDotenv, withReferences } from '../../src/domain/dotenv';
import { parseDockerFlags, readPorts } from '../../src/domain/launch/envFlags';
import { parseLaunchFile, readLaunch, readOwnLaunch, readProject } from '../../src/domain/launch/launchFile';
import { readLink } from '../../src/domain/link';
import { readPhoneNumber } from '../../src/domain/account/phoneNumber';
import { GpuNames } from '../../src/domain/offers/search/vocabulary/gpuNames';
import { parseOfferText } from '../../src/domain/offers/search/parse';
import { textProblemSentence } from '../../src/domain/offers/search/vocabulary/sentences';
import { readSpan, readStopTime } from '../../src/domain/stops/stopTime';
import { readDocument, withoutPassword } from '../../src/domain/templates/templateDocument';
import { readBackupCode, readCode } from '../../src/domain/twoFactor/twoFactorInput';
import { bidNumber, positiveNumber } from '../../src/domain/typedNumber';
import { readConfig } from '../../src/ssh/config/configFile';
import { ensureBlock, hasMarker, readBlock, removeBlock } from '../../src/ssh/config/includeBlock';
import { withoutHost } from '../../src/ssh/keys/knownHosts';
import { readLogin } from '../../src/ssh/login/login';
import { machineQuestion } from '../../src/ssh/machine';
import { parsePublicKeys } from '../../src/ssh/keys/publicKey';
import { outputLimit } from '../../src/ssh/run/runSsh';
import { actionSchema as twoFactorAction } from '../../src/twoFactor/action';
import * as offersPanel from '../../src/webviews/offers/protocol';
import * as spendingPanel from '../../src/webviews/spending/protocol';
import { hostMessage as twoFactorMessage } from '../../src/webviews/twoFactor/protocol';
import { answerReader, fileReader, messageReader, type Reader, textReader, valueReader } from './reader';
import { storedReaders } from './storedReaders';

const gpus = new GpuNames([]);
const question = machineQuestion('a'.repeat(12) + 'b'.repeat(12));
/** What ssh prints is cut off first. */
const logins = [0, 1, 255, null].map((code) => (text: string): unknown => {
  const kept = text.slice(-outputLimit);
  return readLogin({ code, stdout: kept, stderr: kept, timedOut: false, missing: false }, question);
});
const latin1 =
  (read: (bytes: Buffer) => unknown) =>
  (text: string): unknown =>
    read(Buffer.from(text, 'latin1'));
const now = 1_795_000_000_000;

export const readers: Readonly<Record<string, Reader>> = {
  'answer: instances': answerReader('instanceList', instanceListSchema),
  'answer: a page of instances': answerReader('instancePage', instancePageSchema),
  'answer: a failure': answerReader('error', z.looseObject({})),
  'answer: an instance': answerReader('singleInstance', singleInstanceSchema),
  'answer: a new instance': answerReader('createdInstance', createdInstanceSchema),
  'answer: offers': answerReader('offers', offersSchema),
  'answer: templates': answerReader('templates', templatesSchema),
  'answer: the user': answerReader('user', userSchema),
  'answer: SSH keys': answerReader('sshKeys', sshKeysSchema),
  'answer: API keys': answerReader('apiKeys', apiKeysSchema),
  'answer: a new API key': answerReader('newKey', newKeySchema),
  'answer: volumes': answerReader('volumes', volumesSchema),
  'answer: offers of volumes': answerReader('volumeOffers', volumeOffersSchema),
  'answer: charges': answerReader('charges', chargesPageSchema),
  'answer: two-factor status': answerReader('twoFactorStatus', twoFactor.twoFactorStatusSchema),
  'answer: a login': answerReader('twoFactorLogin', twoFactor.twoFactorLoginSchema),
  'answer: a sent code': answerReader('sentCode', twoFactor.sentCodeSchema),
  'answer: an app to set up': answerReader('totpSetup', twoFactor.totpSetupSchema),
  'answer: a confirmed method': answerReader('confirmedMethod', twoFactor.confirmedMethodSchema),
  'answer: a changed method': answerReader('updatedMethod', twoFactor.updatedMethodSchema),
  'answer: backup codes': answerReader('confirmedMethod', twoFactor.backupCodesSchema),
  'text of the service': textReader(['answer', 'ssh'], plainText, (text) =>
    cleanServerText(text, ['a secret']),
  ),
  'a launch file': fileReader('launch', (text) => readLaunch(parseLaunchFile(text), 'scope')),
  'a file of a project': fileReader('launch', (text) => readProject(parseLaunchFile(text), 'scope')),
  'a saved launch': valueReader('launch', readOwnLaunch),
  'a template’s document': textReader(
    'template',
    (text) => readDocument(text, undefined),
    (text) => readDocument(text, { name: 'x' }),
    withoutPassword,
  ),
  'a .env file': textReader('dotenv', parseDotenv, (text) =>
    withReferences(text, new Map([['A', { secret: 'A' }]])),
  ),
  'docker flags': textReader('flags', parseDockerFlags, readPorts),
  'output of ssh': textReader('ssh', ...logins),
  'our ssh config': textReader('ssh', readConfig),
  'a person’s ssh config': textReader(
    'ssh',
    latin1(readBlock),
    latin1((bytes) => ensureBlock(bytes, '"/x"')),
    latin1(removeBlock),
    latin1(hasMarker),
  ),
  'known hosts': textReader('ssh', (text) => withoutHost(text, 'gpu-123')),
  'public keys': textReader('ssh', parsePublicKeys),
  'a typed search': textReader('search', (text) => {
    const said = parseOfferText(text, gpus);
    return [said, said.problems.map((problem) => textProblemSentence(problem, gpus))];
  }),
  'a link': textReader('link', (text) => {
    const [path = '', ...query] = text.trim().split('?');
    return readLink({ path, query: query.join('?') });
  }),
  'what is typed': textReader(
    'typed',
    (text) => readStopTime(text, now),
    readSpan,
    readPhoneNumber,
    readCode,
    readBackupCode,
    positiveNumber,
    bidNumber,
  ),
  'offers panel: from the person': messageReader(offersPanel.actionSchema),
  'offers panel: the view': messageReader(offersPanel.hostMessage),
  'offers panel: the market': messageReader(offersPanel.marketMessage),
  'spending panel: from the person': messageReader(spendingPanel.actionSchema),
  'spending panel: the view': messageReader(spendingPanel.hostMessage),
  'two-factor panel: from the person': messageReader(twoFactorAction),
  'two-factor panel: the view': messageReader(twoFactorMessage),
  ...storedReaders,
};
