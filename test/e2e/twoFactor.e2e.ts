import { describe, storiesInOneWindow } from './support';
import { keepInOrder } from './twoFactor/keepInOrder';
import { lockAndSwitchOff } from './twoFactor/lockAndSwitchOff';
import { setUp } from './twoFactor/setUp';

// Each with an account of its own: it signs in by hand, and out at its end. The last one leaves two accounts signed in.
const story = storiesInOneWindow({ holdsSecrets: true });

describe('two-factor authentication', () => {
  story('is set up by keyboard alone, with a picture that a phone can read', setUp);
});

describe('an account with two methods', () => {
  story('is kept in order: names, codes, keys, accounts below it', keepInOrder);
});

describe('a second factor', () => {
  story('locks, is proved in other ways, and can be switched off', lockAndSwitchOff);
});
