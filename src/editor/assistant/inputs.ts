import { offerOrders } from '../../domain/offers/offerOrder';
import * as z from 'zod/mini';
import { creationFields } from '../../api/schemas/instances/creationFields';
import { described } from '../../api/schemas/described';
import { knownOfferFilters, offerQuerySchema } from '../../api/schemas/offers/filters';
import type { ToolName } from './toolNames';

/** Offers in one answer. */
const mostOffers = 20;

const { type, allocated_storage } = offerQuerySchema.shape;
// Nothing that the price dialog doesn't show: no startup commands, variables or templates, which may contain them.
const { label, disk, runtype, price } = creationFields;
const image = z.optional(described(z.string(), 'Docker image path, optionally with a tag.'));

const instanceId = (description: string) => z.object({ instanceId: described(z.int(), description) });

/**
 * What each tool takes. Types and checks follow from it, and so do the schemas in the manifest, which `npm run schemas`
 * writes. Members that aren't listed are dropped.
 */
export const inputs = {
  searchOffers: z.object({
    filters: z.optional(
      knownOfferFilters(
        'Filters: field name to operator (eq, neq, lt, lte, gt, gte, in, notin) to value. Units: gpu_ram and gpu_total_ram in MB per GPU and in all, cpu_ram in MB that the renter has, disk_space in GB, dph_total in dollars per hour, reliability from 0 to 1, inet_up and inet_down in Mb/s, duration in seconds. gpu_name is written like "RTX 4090", geolocation is filtered by two-letter country codes.',
      ),
    ),
    order: z.optional(described(z.enum(offerOrders), 'What is best comes first; price if missing.')),
    type,
    allocated_storage,
    limit: z.optional(
      described(z.int().check(z.minimum(1), z.maximum(mostOffers)), 'Number of offers, 10 if missing.'),
    ),
  }),
  listInstances: z.object({}),
  spending: z.object({}),
  diagnoseConnection: instanceId('ID of the instance to diagnose.'),
  rentOffer: z.object({
    offerId: described(z.int(), 'id of an offer from gpuRental_searchOffers.'),
    request: z.optional(
      described(
        z.object({ image, label, disk, runtype, price }),
        'How to launch it. What is missing comes from the settings of the person.',
      ),
    ),
  }),
  showLogs: instanceId('ID of the instance whose log is read.'),
  connect: instanceId('ID of the instance to connect to.'),
  startInstance: instanceId('ID of the instance to start.'),
  stopInstance: instanceId('ID of the instance to stop.'),
  destroyInstance: instanceId('ID of the instance to destroy.'),
  runOnGpu: z.object({
    instanceId: described(z.int(), 'ID of the instance to run it on.'),
    command: described(z.string().check(z.minLength(1)), 'Shell commands, run in the folder that is sent.'),
    setup: z.optional(described(z.string(), 'Shell commands to run before, such as an installation.')),
    hours: z.optional(
      described(z.number().check(z.positive()), 'Limit in hours; that of the settings if missing.'),
    ),
  }),
  followRun: z.object({
    runId: z.optional(
      described(z.string(), 'run_id of a run, from gpuRental_runOnGpu or this tool; all runs if missing.'),
    ),
  }),
} satisfies Record<ToolName, z.ZodMiniType>;

/** What a model is told about each tool. People read the names in the manifest. */
export const modelDescriptions: Readonly<Record<ToolName, string>> = {
  searchOffers:
    'Searches GPUs that can be rented in the cloud and returns the offers with their prices in dollars per hour. Changes nothing and costs nothing.',
  listInstances:
    'Lists the rented GPU instances of the account: their state, GPU and price in dollars per hour, running and stopped. Changes nothing.',
  spending:
    'Returns what the rented instances and volumes cost now, today and this month, and how long the credit lasts. Changes nothing.',
  diagnoseConnection:
    'Checks each step from the account to a shell on an instance over SSH, and reports what is wrong and how to fix it. Changes nothing.',
  showLogs:
    'Returns the last lines of what an instance’s container printed, to find out why something failed there. The log may contain passwords, so a dialog always asks the person. Changes nothing.',
  connect:
    'Opens a VS Code window on a running instance over SSH, and adds its entry to the SSH config. A dialog asks the person first where it edits the config for the first time or has to start the instance.',
  rentOffer:
    'Rents an offer, which costs money until the instance is destroyed. A dialog always shows the price, and the person decides. For an offer of type bid, request.price is required.',
  startInstance:
    'Starts a stopped instance, which costs money until it is stopped. A dialog always shows the price, and the person decides.',
  stopInstance:
    'Stops an instance: its programs end, its disk is kept and still costs money. A dialog always asks the person.',
  destroyInstance:
    'Destroys an instance and deletes everything on its disk; it then costs nothing. This can’t be undone. A dialog always asks the person.',
  runOnGpu:
    'Sends the person’s workspace folder to an instance and runs commands there, which go on without this computer until a limit. Returns at once. A dialog always shows the commands and what it can cost, and the person decides.',
  followRun:
    'Returns what a run does, or each run: its instance, phase, exit code, last metrics, cost in dollars and whether its results were fetched. Changes nothing.',
};
