import { englishCountry, formatCountry } from '../format';

/** "Sweden, SE" is Sweden; "Texas, US" needs both. */
export function placeName(place: string): string {
  const [, name = '', code = ''] = /^(.*), ([A-Z]{2})$/.exec(place) ?? [];
  return code !== '' && name === englishCountry(code) ? formatCountry(code) : place;
}
