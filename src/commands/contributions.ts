import type { CommandName } from '../commandNames';
import type { CommandContribution, CommandContributions } from '../contribution';
import { account } from './account/contributions';
import { connect } from './connect/contributions';
import { copies } from './copies/contributions';
import { instances } from './instances/contributions';
import { launch } from './launch/contributions';
import { money } from './money/contributions';
import { nodes } from './nodes/contributions';
import { offers } from './offers/contributions';
import { runs } from './runs/contributions';
import { sshKeys } from './sshKeys/contributions';
import { stops } from './stops/contributions';
import { support } from './support/contributions';
import { sweeps } from './sweeps/contributions';
import { templates } from './templates/contributions';
import { twoFactor } from './twoFactor/contributions';
import { volumes } from './volumes/contributions';

/** What each folder's commands are, apart from what they do. Activation loads none of it, only `index.ts`. */
export const contributionsByNoun: Readonly<Record<string, CommandContributions>> = {
  account,
  connect,
  copies,
  instances,
  launch,
  money,
  nodes,
  offers,
  runs,
  sshKeys,
  stops,
  support,
  sweeps,
  templates,
  twoFactor,
  volumes,
};

export const contributions: Readonly<Record<CommandName, CommandContribution>> = {
  ...account,
  ...connect,
  ...copies,
  ...instances,
  ...launch,
  ...money,
  ...nodes,
  ...offers,
  ...runs,
  ...sshKeys,
  ...stops,
  ...support,
  ...sweeps,
  ...templates,
  ...twoFactor,
  ...volumes,
};
