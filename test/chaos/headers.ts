/** Seconds of simulated time by which an answer is to be late. */
export const latencyHeader = 'x-chaos-latency';
/** Milliseconds of simulated time that have passed, so that the service follows the computer's time. */
export const passedHeader = 'x-chaos-passed';
