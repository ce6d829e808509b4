import { countryName } from '../search/places';
import { formatCountry } from '../format';

/** "Sweden, SE" is Sweden; "Texas, US" needs both. */
export function placeName(place: string): string {
  const [, name = '', code = ''] = /^(.*), ([A-Z]{2})$/.exec(place) ?? [];
  return code !== '' && name === countryName(code) ? formatCountry(code) : place;
}
