export { describe, expect } from 'vitest';
export { firstOfferOfLastSearch, rentElsewhere, serviceWasTold } from './scene';
export { sandbox, stage } from './stage';
export { storiesInOneWindow, story } from './story';
