import * as vscode from 'vscode';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { instanceName } from '../../ask/instanceName';
import { bidAbove, bidOf, bidProblem, formatBid, proposedBid } from '../../domain/instances/bid';
import type { BidTerms } from '../../stores/instances/bidLookup';
import { bidNumber } from '../../domain/typedNumber';
import { ask } from '../steps';

/** The text typed before, and why it was refused. */
export interface EarlierBid {
  price: number;
  problem: string;
}

/**
 * Asks for a bid in dollars per hour, rounded up to what is shown; undefined when the person typed none. The input is
 * there at once; what `looking` tells appears in it.
 */
export async function askBid(
  instance: SharedInstance,
  looking: Promise<BidTerms>,
  earlier: EarlierBid | undefined,
): Promise<number | undefined> {
  let terms: BidTerms | undefined;
  const bid = bidOf(instance);
  const later = looking.then((found) => {
    terms = found;
    const proposed = proposedBid(found);
    return { prompt: promptOf(found), ...(proposed === undefined ? {} : { value: inputOf(proposed) }) };
  });
  const step = await ask({
    title: vscode.l10n.t('Change Bid for {0}', instanceName(instance)),
    prompt: vscode.l10n.t('Dollars per hour, without the disk. Looking up the lowest bid…'),
    value: inputOf(earlier?.price ?? bid),
    problem: earlier?.problem,
    later,
    validate: (text) => {
      const { value, problem } = bidNumber(text);
      return value === undefined || !terms ? problem : bidProblem(value, terms);
    },
  });
  return step.kind === 'done' ? bidNumber(step.value).value : undefined;
}

function promptOf({ bid, lowest }: BidTerms): string {
  return lowest === undefined
    ? vscode.l10n.t(
        'Dollars per hour, without the disk. Your bid: {0}. The lowest bid isn’t known.',
        formatBid(bid),
      )
    : vscode.l10n.t(
        'Dollars per hour, without the disk. Your bid: {0}. Lowest possible bid now: {1}.',
        formatBid(bid),
        formatBid(bidAbove(lowest)),
      );
}

/** As it is typed. */
const inputOf = (price: number | undefined): string =>
  price === undefined ? '' : formatBid(price).replace(/^\$|\/h$/g, '');
