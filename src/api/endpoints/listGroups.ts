// What a signed-in window asks for by itself, with what sends it, in one chunk of the bundle.
export { Transport } from '../http/transport';
export { Instances } from './instances';
export { Users } from './users';
export { Volumes } from './volumes';
