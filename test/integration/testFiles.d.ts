/** Made by esbuild.js: every *.test.ts of this folder, loaded when it is called. */
declare module 'test-files' {
  export const testFiles: Readonly<Record<string, () => Promise<unknown>>>;
}
