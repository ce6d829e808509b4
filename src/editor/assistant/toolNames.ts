/** What language models can do here, by the last part of the tool's id. */
export const toolNames = [
  'searchOffers',
  'listInstances',
  'spending',
  'diagnoseConnection',
  'rentOffer',
  'stopInstance',
  'destroyInstance',
] as const;

export type ToolName = (typeof toolNames)[number];

export const toolId = (name: ToolName): `gpuRental_${ToolName}` => `gpuRental_${name}`;
