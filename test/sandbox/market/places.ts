/** Locations of hosts: the text in answers, and how often it occurs. */
export interface Place {
  /** "California, US", "Sweden, SE": the two letters at the end are what filters compare. */
  geolocation: string;
  share: number;
}

export const places: readonly Place[] = [
  { geolocation: 'California, US', share: 12 },
  { geolocation: 'Texas, US', share: 9 },
  { geolocation: 'Washington, US', share: 6 },
  { geolocation: 'New York, US', share: 5 },
  { geolocation: 'Utah, US', share: 3 },
  { geolocation: 'North Carolina, US', share: 3 },
  { geolocation: 'Quebec, CA', share: 5 },
  { geolocation: 'Ontario, CA', share: 3 },
  { geolocation: 'Sweden, SE', share: 6 },
  { geolocation: 'Norway, NO', share: 5 },
  { geolocation: 'Finland, FI', share: 3 },
  { geolocation: 'Germany, DE', share: 5 },
  { geolocation: 'Netherlands, NL', share: 4 },
  { geolocation: 'France, FR', share: 3 },
  { geolocation: 'United Kingdom, GB', share: 4 },
  { geolocation: 'Spain, ES', share: 3 },
  { geolocation: 'Italy, IT', share: 2 },
  { geolocation: 'Poland, PL', share: 4 },
  { geolocation: 'Czechia, CZ', share: 3 },
  { geolocation: 'Hungary, HU', share: 2 },
  { geolocation: 'Bulgaria, BG', share: 3 },
  { geolocation: 'Romania, RO', share: 2 },
  { geolocation: 'Estonia, EE', share: 1 },
  { geolocation: 'Iceland, IS', share: 1 },
  { geolocation: 'Japan, JP', share: 4 },
  { geolocation: 'South Korea, KR', share: 4 },
  { geolocation: 'Taiwan, TW', share: 4 },
  { geolocation: 'Singapore, SG', share: 2 },
  { geolocation: 'Thailand, TH', share: 2 },
  { geolocation: 'Vietnam, VN', share: 2 },
  { geolocation: 'India, IN', share: 2 },
  { geolocation: 'Australia, AU', share: 2 },
  { geolocation: 'Brazil, BR', share: 2 },
  { geolocation: 'South Africa, ZA', share: 1 },
];

export const processors: readonly { name: string; cores: number }[] = [
  { name: 'AMD EPYC 7763 64-Core Processor', cores: 128 },
  { name: 'AMD EPYC 7702P 64-Core Processor', cores: 128 },
  { name: 'AMD EPYC 9354 32-Core Processor', cores: 64 },
  { name: 'AMD EPYC 9654 96-Core Processor', cores: 192 },
  { name: 'AMD EPYC 7542 32-Core Processor', cores: 64 },
  { name: 'AMD Ryzen Threadripper PRO 5975WX 32-Cores', cores: 64 },
  { name: 'AMD Ryzen 9 7950X 16-Core Processor', cores: 32 },
  { name: 'Intel Xeon Platinum 8480+', cores: 112 },
  { name: 'Intel Xeon Gold 6338', cores: 64 },
  { name: 'Intel Xeon E5-2698 v4', cores: 40 },
  { name: 'Intel Core i9-13900K', cores: 32 },
];

export const drivers: readonly { driver: string; cuda: number }[] = [
  { driver: '590.44.01', cuda: 13.1 },
  { driver: '580.95.05', cuda: 13 },
  { driver: '575.57.08', cuda: 12.9 },
  { driver: '570.153.02', cuda: 12.8 },
  { driver: '565.77', cuda: 12.7 },
  { driver: '560.35.05', cuda: 12.6 },
  { driver: '550.163.01', cuda: 12.4 },
  { driver: '535.247.01', cuda: 12.2 },
];
