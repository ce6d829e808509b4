/**
 * Where the specification says "not shown", the sandbox had to choose. Every choice is here, with
 * its source in README.md.
 */

/** Offers in an answer when the search names no `limit`. */
export const DEFAULT_SEARCH_LIMIT = 64;
/** Greatest `limit` of a search unless set otherwise; more is cut to this. */
export const MAX_SEARCH_LIMIT = 5_000;
/** GB whose price `dph_total` includes when a search names no `allocated_storage`: the default disk. */
export const DEFAULT_ALLOCATED_STORAGE = 8;
/** GB of disk if neither the request nor the template names one (specification, Limits). */
export const DEFAULT_DISK = 8;
/** Longest `onstart` (specification, Limits). */
export const MAX_ONSTART = 4_048;
/** Longest instance label. */
export const MAX_LABEL = 1_024;
/** The runtype of an instance for which neither request nor template names one; with arguments it is `args`. */
export const DEFAULT_RUNTYPE = 'ssh';
/** Hours in the month by which storage is priced. */
export const HOURS_PER_MONTH = 30 * 24;

/** The share of the boot time that passes before `actual_status` goes from null to "loading". */
export const PROVISIONING_SHARE = 0.15;
/** The share of the first boot time that a later start takes: the image is already there. */
export const RESTART_SHARE = 0.5;
/** The share of a restart for which `cur_state` is still stopped (`restart: 'exited'`). */
export const EXITED_SHARE = 0.3;
/** Seconds after which a start in the queue is given up (`queuedStart: 'given_up'`). */
export const QUEUE_SECONDS = 120;
/** Seconds between a stop and the container being down. */
export const STOP_SECONDS = 1;
/** Instances in one page of the v1 list, also the most that can be asked for. */
export const LIST_PAGE_SIZE = 25;

/** Charges in one page when the query names no `limit`, and the most that can be asked for. */
export const CHARGES_PAGE_SIZE = 20;
export const MAX_CHARGES_PAGE_SIZE = 100;

/** Dollars that the seeded account starts with. */
export const SEEDED_CREDIT = 250;

/** Seconds for which a code or a login that waits for its code is good (specification, Limits). */
export const CHALLENGE_SECONDS = 600;
/** Seconds for which a method may be added after authorize-new-method (specification, Limits). */
export const AUTHORIZATION_SECONDS = 1_800;
/** Seconds for which a method is locked (specification, Limits). */
export const LOCK_SECONDS = 900;
/** Backup codes of one generation (specification, Limits). */
export const BACKUP_CODES = 10;
/** Longest label of a method (specification, Limits). */
export const MAX_METHOD_LABEL = 30;
/** Wrong codes in a row that lock a method, or end a challenge that belongs to no method. */
export const FAILURES_BEFORE_LOCK = 5;
/** 30-second steps before and after the present one whose TOTP code is accepted. */
export const TOTP_WINDOW = 1;
/** The issuer in an authenticator app. */
export const ISSUER = 'GPU Rental Sandbox';
/** Secrets of totp-setup kept for one account. */
export const MAX_SETUP_SECRETS = 5;
/** SMS codes that one account gets within the window, in seconds. */
export const SMS_PER_WINDOW = 5;
export const SMS_WINDOW_SECONDS = 600;
/** Codes that one number gets within the window, in seconds, from all accounts together. */
export const CODES_PER_NUMBER = 10;
export const CODES_PER_NUMBER_SECONDS = 86_400;
/** The id of the row that cannot be read, in lists whose rows need more than an id (`odd`). */
export const UNREADABLE_ID = 990_000_001;
/** Seconds that a copy between two places takes. */
export const COPY_SECONDS = 2;
/** Seconds until a new volume has what the one has that it is a clone of. */
export const CLONE_SECONDS = 4;
/** Tries after which a requested log is there. */
export const LOG_TRIES = 3;
/** What an instance costs less for each month that is paid ahead, and at the most. */
export const PREPAID_DISCOUNT_PER_MONTH = 0.1;
export const MAX_PREPAID_DISCOUNT = 0.4;
