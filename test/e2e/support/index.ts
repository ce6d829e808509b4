export { expect, describe } from 'vitest';
export { sandbox, stage } from './stage';
export { story } from './story';
