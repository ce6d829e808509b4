/** How a launch ended; with several instances if several were requested. */
export type Launched = { kind: 'rented'; instanceIds: number[] } | { kind: 'back' | 'cancelled' };

export interface RentedInstance {
  instanceId: number;
}

/** The first instance of a launch, the result of a person's call. */
export function firstInstance(launched: Launched): RentedInstance | undefined {
  const [instanceId] = launched.kind === 'rented' ? launched.instanceIds : [];
  return instanceId === undefined ? undefined : { instanceId };
}
