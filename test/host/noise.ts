/** What a healthy workbench says in this set-up although nothing is wrong. */
const harmless = [
  /vsda/,
  /open-vsx\.org/,
  /\[AgentHost/,
  /\[ChatModelSelection\]/,
  /status of 404/,
  /ServiceWorker|service-worker|fetching the script/,
  /same-origin iframe|escape its sandboxing/,
  /Failed to load resource/,
  /color: #33f/,
  /authentication provider 'github'/,
  /Password field is not contained/,
  /^\[\d\d:\d\d:\d\d\]/,
  /reconnection-grace-time|Web UI available|Server bound to|Extension host agent listening/,
];

/** Whether a line of the server's or the page's output tells a person nothing. */
export function isNoise(line: string): boolean {
  return line.trim() === '' || harmless.some((pattern) => pattern.test(line));
}
