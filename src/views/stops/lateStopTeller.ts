import type { StopReports } from '../../stores/stops/attemptStop';
import type { TellerStores } from './stopTeller';

/** Notifies about scheduled stops. The words are loaded when there is something to tell. */
export function lateStopTeller(stores: TellerStores): StopReports {
  const tell = async (report: (teller: StopReports) => void): Promise<void> => {
    const { StopTeller } = await import('./stopTeller');
    report(new StopTeller(stores));
  };
  return {
    warn: (...told) => void tell((teller) => teller.warn(...told)),
    done: (...told) => void tell((teller) => teller.done(...told)),
    ended: (...told) => void tell((teller) => teller.ended(...told)),
    perhapsStartedAgain: (...told) => void tell((teller) => teller.perhapsStartedAgain(...told)),
    failed: (...told) => void tell((teller) => teller.failed(...told)),
  };
}
