import type { FaultRule } from '../http/faults';
import type { SeenRequest } from '../http/requestLog';
import type { Settings } from '../options';
import type { World } from '../world';

type Changeable =
  | 'listVersion'
  | 'unknownInstance'
  | 'queuedStart'
  | 'restart'
  | 'extensions'
  | 'resetAnswer'
  | 'noSshKeys'
  | 'apiKeyList'
  | 'tfaMethodsOfAKind'
  | 'keyDelaySeconds'
  | 'listDelaySeconds'
  | 'bootSeconds'
  | 'spacing'
  | 'odd'
  | 'searchLimit'
  | 'ignoresFilters'
  | 'strangeOffers'
  | 'churn';

/** The clock, faults on the wire, what was asked, and settings that may change. */
export function requestControl(world: World) {
  return {
    /** Epoch seconds on the sandbox's clock. */
    now: (): number => world.clock.now(),
    /** Moves the clock; resolves when all that happens until then has happened, sshds included. */
    advance: (seconds: number): Promise<void> => world.clock.advance(seconds),

    /** Makes the next requests that fit go wrong; a rule that names nothing makes them fail with 500. */
    failNext: (rule: FaultRule = {}): void => world.faults.add(withDefault(rule)),
    clearFailures: (): void => world.faults.clear(),

    /** Every request but those to the control, oldest first, without secrets. */
    requests: (): SeenRequest[] => world.requests.all(),
    clearRequests: (): void => world.requests.clear(),
    /** Every secret that an answer carried: keys, session keys, challenge and app secrets, backup codes. */
    handedOut: (): string[] => world.handedOut.all(),

    configure: (changes: Partial<Pick<Settings, Changeable>>): void =>
      void Object.assign(world.settings, changes),
  };
}

function withDefault(rule: FaultRule): FaultRule {
  const { status, body, delayMs, truncate, reset, like, leaveOut, fields } = rule;
  const says = [status, body, delayMs, truncate, reset, like, leaveOut, fields].some(
    (one) => one !== undefined,
  );
  return says
    ? rule
    : { ...rule, status: 500, body: { success: false, error: 'server_error', msg: 'Internal error' } };
}
