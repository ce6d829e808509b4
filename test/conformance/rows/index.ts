import type { Row } from '../row';
import { accounts, subaccounts } from './accounts';
import { authentication } from './authentication';
import { creation } from './creation';
import { instances } from './instances';
import { limits } from './limits';
import { machines } from './machines';
import { optional } from './optional';
import { optionalInPlace } from './optionalInPlace';
import { optionalVolumes } from './optionalVolumes';
import { precedence } from './precedence';
import { runtypes } from './runtypes';
import { search } from './search';
import { states } from './states';
import { templates } from './templates';
import { twoFactorAcceptance } from './twoFactorAcceptance';
import { twoFactorAdding } from './twoFactorAdding';
import { twoFactorCodeErrors } from './twoFactorCodeErrors';
import { twoFactorLimitErrors } from './twoFactorLimitErrors';
import { twoFactorLogin } from './twoFactorLogin';
import { twoFactorRequestErrors } from './twoFactorRequestErrors';
import { twoFactorUpkeep } from './twoFactorUpkeep';
import { twoFactorWindows } from './twoFactorWindows';
import { versioning } from './versioning';
import { volumes } from './volumes';

/**
 * Every row of the specification’s tables, as data and in its order: what is asked under which condition, what must
 * come back, and the state after it. The last groups lie beyond the specification.
 */
export const rows: readonly Row[] = [
  ...search,
  ...creation,
  ...runtypes,
  ...volumes,
  ...instances,
  ...states,
  ...templates,
  ...precedence,
  ...accounts,
  ...subaccounts,
  ...machines,
  ...twoFactorLogin,
  ...twoFactorAdding,
  ...twoFactorUpkeep,
  ...twoFactorRequestErrors,
  ...twoFactorCodeErrors,
  ...twoFactorLimitErrors,
  ...twoFactorWindows,
  ...twoFactorAcceptance,
  ...authentication,
  ...limits,
  ...versioning,
  ...optional,
  ...optionalInPlace,
  ...optionalVolumes,
];
