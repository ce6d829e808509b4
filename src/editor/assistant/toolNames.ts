/** What language models can do here, by the last part of the tool's id. */
export const toolNames = [
  'searchOffers',
  'listInstances',
  'spending',
  'diagnoseConnection',
  'showLogs',
  'connect',
  'rentOffer',
  'startInstance',
  'stopInstance',
  'destroyInstance',
  'runOnGpu',
  'followRun',
] as const;

export type ToolName = (typeof toolNames)[number];

export const toolId = (name: ToolName): `gpuRental_${ToolName}` => `gpuRental_${name}`;
