/** Where an expectation goes beyond the specification. */
export const notes = {
  errors: 'Errors of this endpoint are not shown; public clients of the service meet this one.',
  own: 'Errors of this endpoint are not shown; that it refuses this so is the sandbox’s own choice.',
  categories: 'Which endpoints a permission category covers is not shown; the vendor documents it.',
  vendor: 'Not shown; the vendor’s own command line and documents have it so.',
  fields: 'This instance field is not shown; public clients of the service read it.',
  operators: 'That the offer search accepts this operator is not shown; the template search defines it.',
  ascending: 'Only `desc` is shown; public clients send `asc`.',
  states: 'The state after it is not shown; the public service reports it so.',
  restart: 'Restarting is not shown; public clients send state = running.',
  status: 'The HTTP status of this error is not shown.',
  when: 'When the service reports this error is not shown; the sandbox’s own choice.',
  optional: 'The endpoint is not shown; public clients of the service call it.',
  order: 'Which of two failures is reported first is not shown.',
  threshold: 'The number of failures before a lock is not shown; ten are enough for any sensible one.',
  bounds: 'What happens beyond this limit is not shown; the sandbox refuses.',
} as const;
