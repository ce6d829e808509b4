import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts these files first, so that no worker is left with a long one at the end. On a fresh clone Vitest knows the
 * files' sizes only, which say little of how long their tests last.
 */
export const longestFirst = (names: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const place = ({ moduleId }: TestSpecification): number => {
        const index = names.findIndex((name) => moduleId.endsWith(`/${name}`));
        return index < 0 ? names.length : index;
      };
      return (await super.sort(files)).sort((one, other) => place(one) - place(other));
    }
  };
