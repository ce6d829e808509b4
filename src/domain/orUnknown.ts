/**
 * A value that the service may not have told. It can't be compared or added up before the question is answered: what is
 * unknown is never zero, idle, ended or gone. `undefined` doesn't do for that, since `?? 0` answers it in passing.
 */
export type OrUnknown<T> = T | 'unknown';
