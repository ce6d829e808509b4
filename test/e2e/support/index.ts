export { describe, expect } from 'vitest';
export { rentElsewhere } from './scene';
export { sandbox, stage } from './stage';
export { story } from './story';
