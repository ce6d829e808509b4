import { notFound } from '../serviceError';
import type { World } from '../world';

/** @throws ServiceError 404 when the sandbox plays a service without the endpoints beyond the specification */
export function requireExtensions(world: World): void {
  if (!world.settings.extensions) throw notFound('There is no such endpoint.');
}
