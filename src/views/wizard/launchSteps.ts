import * as vscode from 'vscode';
import type { CreateInstanceRequest } from '../../api/requests';
import { formatPerHour } from '../../domain/cost';
import { checkLaunchRequest, type FieldProblem } from '../../domain/launchRequest';
import type { FoundOffer } from '../../stores/offerStore';
import { settings } from '../../stores/settings';
import { positiveNumber } from './numbers';
import { ask, type InputOptions, pick, type Step } from './steps';

type Draft = CreateInstanceRequest;
type DraftStep = (draft: Draft, found: FoundOffer, title: string) => Promise<Step<Draft>>;

const recentImagesKey = 'gpuRental.recentImages';
const recentImagesKept = 8;

/**
 * Asks for what is missing in `given` to launch an offer, one step each with a way back, from the first one to what
 * came before. Each answer is checked against the offer as it is typed.
 */
export async function askLaunch(
  found: FoundOffer,
  given: Draft,
  disk: number,
  memory: vscode.Memento,
): Promise<Step<CreateInstanceRequest>> {
  const hasImage = given.image !== undefined || given.template_hash_id !== undefined;
  const steps: DraftStep[] = [
    ...(hasImage ? [] : [askImage(memory)]),
    ...(given.disk === undefined ? [askDisk(disk)] : []),
    ...(given.label === undefined ? [askLabel] : []),
    ...(found.isBid && given.price === undefined ? [askPrice] : []),
  ];
  let draft: Draft = { runtype: settings.rent.runtype, ...given };
  for (let index = 0; index < steps.length;) {
    const title = vscode.l10n.t('Rent ({0}/{1})', index + 1, steps.length);
    const step = await steps[index]?.(draft, found, title);
    if (!step || step.kind === 'cancelled') return { kind: 'cancelled' };
    if (step.kind === 'back' && index === 0) return step;
    if (step.kind === 'done') draft = step.value;
    index += step.kind === 'back' ? -1 : 1;
  }
  if (draft.image !== undefined) await rememberImage(memory, draft.image);
  const { label, ...others } = draft;
  return { kind: 'done', value: label ? draft : others };
}

/** Offers the images used lately and the one from the settings; any other can be typed. */
function askImage(memory: vscode.Memento): DraftStep {
  return async (draft, _found, title) => {
    const usual = settings.rent.image;
    const recent = memory.get<string[]>(recentImagesKey, []).filter((image) => image !== usual);
    const rows = [
      { label: usual, description: vscode.l10n.t('default') },
      ...recent.map((label) => ({ label, description: vscode.l10n.t('used lately') })),
    ];
    const step = await pick(rows, {
      title: vscode.l10n.t('{0}: Docker Image', title),
      placeholder: vscode.l10n.t('Choose, or type an image with its tag'),
      back: true,
      active: ({ label }) => label === (draft.image ?? usual),
      typed: (text) => {
        const image = text.trim();
        if (image === '' || rows.some(({ label }) => label === image)) return undefined;
        const problem = problemWith('image', { ...draft, image });
        return { label: image, description: problem ?? vscode.l10n.t('this image') };
      },
    });
    if (step.kind !== 'done') return step;
    return { kind: 'done', value: { ...draft, image: step.value.item?.label ?? usual } };
  };
}

function askDisk(proposed: number): DraftStep {
  return (draft, found, title) =>
    askField(draft, {
      title: vscode.l10n.t('{0}: Disk', title),
      prompt:
        found.offer.disk_space === undefined
          ? vscode.l10n.t('Disk size in GB. It is billed until the instance is destroyed')
          : vscode.l10n.t(
              'Disk size in GB, at most {0} here. It is billed until the instance is destroyed',
              Math.floor(found.offer.disk_space),
            ),
      value: String(draft.disk ?? proposed),
      validate: (text) => {
        const { value, problem } = positiveNumber(text);
        return (
          problem ?? problemWith('disk', { ...draft, ...(value === undefined ? {} : { disk: value }) }, found)
        );
      },
      apply: (text) => ({ disk: positiveNumber(text).value ?? proposed }),
    });
}

const askLabel: DraftStep = (draft, _found, title) =>
  askField(draft, {
    title: vscode.l10n.t('{0}: Label', title),
    prompt: vscode.l10n.t('A name to know it by; may stay empty'),
    value: draft.label ?? '',
    apply: (text) => ({ label: text.trim() }),
  });

const askPrice: DraftStep = (draft, found, title) => {
  const lowest = found.offer.min_bid;
  return askField(draft, {
    title: vscode.l10n.t('{0}: Your Bid', title),
    prompt:
      lowest === undefined
        ? vscode.l10n.t('Dollars per hour. The instance stops when someone pays more')
        : vscode.l10n.t(
            'Dollars per hour, at least {0}. The instance stops when someone pays more',
            formatPerHour(lowest),
          ),
    value:
      draft.price === undefined
        ? lowest === undefined
          ? ''
          : (lowest * 1.1).toFixed(3)
        : String(draft.price),
    validate: (text) => {
      const { value, problem } = positiveNumber(text);
      if (value !== undefined && lowest !== undefined && value < lowest) {
        return vscode.l10n.t('The lowest bid for this offer is {0}.', formatPerHour(lowest));
      }
      return problem;
    },
    apply: (text) => ({ price: positiveNumber(text).value ?? 0 }),
  });
};

async function askField(
  draft: Draft,
  options: InputOptions & { apply: (text: string) => Partial<Draft> },
): Promise<Step<Draft>> {
  const step = await ask({ ...options, back: true });
  return step.kind === 'done' ? { kind: 'done', value: { ...draft, ...options.apply(step.value) } } : step;
}

/** What the check of the whole request says about one field. */
function problemWith(field: string, draft: Draft, found?: FoundOffer): string | undefined {
  const facts = found ? { diskSpace: found.offer.disk_space } : {};
  const problems: readonly FieldProblem[] = checkLaunchRequest(draft, facts).problems;
  return problems.find((problem) => problem.field === field)?.message;
}

async function rememberImage(memory: vscode.Memento, image: string): Promise<void> {
  const recent = memory.get<string[]>(recentImagesKey, []).filter((known) => known !== image);
  await memory.update(recentImagesKey, [image, ...recent].slice(0, recentImagesKept));
}
