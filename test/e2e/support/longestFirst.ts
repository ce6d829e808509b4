import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** On a fresh clone Vitest knows the files' sizes only, which say little of how long their stories last. */
const longest = [
  ...['market.e2e.ts', 'twoFactor.e2e.ts', 'rentAndWork.e2e.ts', 'browseOffers.e2e.ts', 'launchForm.e2e.ts'],
  ...['demo.e2e.ts', 'search.e2e.ts', 'seeing.e2e.ts'],
];

/** Starts the files that take longest first, so that the workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
