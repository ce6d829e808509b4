/** Made by esbuild.js: loading it loads every *.test.ts of this folder. */
declare module 'test-files';
