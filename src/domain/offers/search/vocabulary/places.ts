/** Countries by their two-letter codes, which the field `geolocation` is filtered by, and regions of them. */

import { englishCountry } from '../../../format';

const europeanUnion =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');
const restOfEurope = 'AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK'.split(
  ' ',
);

/** The words of a region, the first of which is printed, and its countries. */
const regionRows: readonly (readonly [words: readonly string[], codes: readonly string[]])[] = [
  [['europe'], [...europeanUnion, ...restOfEurope]],
  [['eu', 'european union'], europeanUnion],
  [
    ['asia'],
    'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE'.split(
      ' ',
    ),
  ],
  [
    ['africa'],
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW'.split(
      ' ',
    ),
  ],
  [
    ['north-america'],
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI'.split(
      ' ',
    ),
  ],
  [['south-america'], 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE'.split(' ')],
  [['oceania'], 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS'.split(' ')],
];

const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  korea: 'KR',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  'hong kong': 'HK',
  macau: 'MO',
  uae: 'AE',
  'ivory coast': 'CI',
};

export interface Region {
  /** As it is typed. */
  word: string;
  codes: readonly string[];
}

/** Larger ones first. */
export const regions: readonly Region[] = regionRows.map(([[word = ''], codes]) => ({
  word,
  codes: [...codes].sort(),
}));

export const countryCodes: readonly string[] = [...new Set(regions.flatMap(({ codes }) => codes))].sort();

/** What is typed for a country or a region, in lower case, and the codes it means. */
const places = new Map<string, readonly string[]>([
  ...countryCodes.flatMap((code): [string, string[]][] => [
    [code.toLowerCase(), [code]],
    [nameKey(englishCountry(code)), [code]],
  ]),
  ...Object.entries(otherNames).map(([name, code]): [string, string[]] => [name, [code]]),
  ...regionRows.flatMap(([words, codes]) =>
    words.map((word): [string, readonly string[]] => [nameKey(word), [...codes].sort()]),
  ),
]);

/** The codes that a word or some words mean, such as "eu", "Sweden", "south korea"; undefined when they are no place. */
export const placeCodes = (text: string): readonly string[] | undefined => places.get(nameKey(text));

/** The words of all places, to find the one that was meant or is being typed. */
export const placeWords: readonly string[] = [...places.keys()];

/** These codes as the words of all regions that are complete, and the countries that are left. */
export function placesOf(codes: readonly string[]): { words: string[]; others: string[] } {
  let others = [...new Set(codes)];
  const words: string[] = [];
  for (const region of regions) {
    if (!region.codes.every((code) => others.includes(code))) continue;
    others = others.filter((code) => !region.codes.includes(code));
    words.push(region.word);
  }
  return { words, others };
}

/** As few words as possible for these codes. */
export function placeText(codes: readonly string[]): string[] {
  const { words, others } = placesOf(codes);
  // Behind a number "GB" would be its unit.
  return [...words, ...others.map((code) => (code === 'GB' ? 'UK' : code))];
}

function nameKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll(/[.’']/g, '')
    .trim();
}
