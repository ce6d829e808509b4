const timeOfDay = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?$/i;
const date = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** Longer isn't a schedule but forgotten. */
const longestDays = 365;

/**
 * Reads "18:00", "6 pm", "18:00 tomorrow" or an ISO date with a time, in the computer's time zone. A time that has passed
 * today is tomorrow's. Where the clocks go forward over it, the time is an hour later.
 *
 * @returns milliseconds since the epoch, after `now`; undefined if it can't be read
 */
export function readStopTime(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  if (date.test(trimmed)) return within(Date.parse(trimmed), now);
  const isTomorrow = /\btomorrow\b/i.test(trimmed);
  const clock = timeOfDay.exec(trimmed.replace(/\b(?:at|today|tomorrow)\b/gi, '').trim());
  if (!clock) return undefined;
  const [, hourText = '', minuteText, half = ''] = clock;
  // A number alone may be hours from now.
  if (minuteText === undefined && half === '') return undefined;
  const hour = hourOf(Number(hourText), half.toLowerCase());
  const minutes = Number(minuteText ?? 0);
  if (hour === undefined || minutes > 59) return undefined;
  const today = new Date(now);
  const on = (days: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour, minutes).getTime();
  if (isTomorrow) return on(1);
  return on(0) > now ? on(0) : /\btoday\b/i.test(trimmed) ? undefined : on(1);
}

function hourOf(hour: number, half: string): number | undefined {
  if (half === '') return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

const span = /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hours?))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:m|min|minutes?))?$/i;

/** Reads "3 h", "90 min", "2 h 30 min", or a number of hours. @returns minutes, more than 0; undefined if it can't be read */
export function readSpan(text: string): number | undefined {
  const trimmed = text.trim();
  const number = (part = '0'): number => Number(part.replace(',', '.'));
  const [, hours, minutes] = /^\d+(?:[.,]\d+)?$/.test(trimmed)
    ? [trimmed, trimmed, undefined]
    : (span.exec(trimmed) ?? []);
  if (hours === undefined && minutes === undefined) return undefined;
  return checkedMinutes(number(hours) * 60 + number(minutes));
}

/** The same number if it is a span that can be scheduled. */
export const checkedMinutes = (minutes: number): number | undefined =>
  minutes > 0 && minutes <= longestDays * 24 * 60 ? minutes : undefined;

function within(at: number, now: number): number | undefined {
  return at > now && at - now <= longestDays * 24 * 3_600_000 ? at : undefined;
}
