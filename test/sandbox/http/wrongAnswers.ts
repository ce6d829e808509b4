import type { FaultRule } from './faults';

const page = `<html>\r
<head><title>404 Not Found</title></head>\r
<body>\r
<center><h1>404 Not Found</h1></center>\r
<hr><center>nginx</center>\r
</body>\r
</html>\r
`;

/** Answers that say less, or something else, than they seem to. Each was met with the real service or a way to it. */
export const wrongAnswers = {
  /** A list that has nothing, right before and after. */
  empty_list: { leaveOut: 'all' },
  /** The page of a gateway that doesn't reach the service. */
  gateway_404: { status: 404, contentType: 'text/html', body: page },
  empty_404: { status: 404, contentType: 'text/plain', body: '' },
  detail_404: { status: 404, body: { detail: 'Not Found' } },
  /** What the service answers for one instance that it doesn't have; also once by mistake. */
  no_instance: { body: { instances: null } },
  /** A second-factor session that is over. */
  session_expired: {
    status: 404,
    body: { success: false, msg: 'Session expired. Please log in again.' },
  },
  /** A start that waits for its GPUs: not carried out here; the setting `queuedStart` plays all of it. */
  queued: {
    body: {
      success: false,
      error: 'resources_unavailable',
      msg: 'Required resources are currently unavailable, state change queued.',
    },
  },
} as const satisfies Record<string, Pick<FaultRule, 'status' | 'contentType' | 'body' | 'leaveOut'>>;

export type WrongAnswer = keyof typeof wrongAnswers;
