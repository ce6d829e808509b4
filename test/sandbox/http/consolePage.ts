import type { FastifyRequest } from 'fastify';

/** What a browser gets where the service has pages for people: its web console, its page for payments. */
export const consolePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Sandbox</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
</style>
<h1>This is the sandbox</h1>
<p>The service’s web console would be here. The sandbox stands in for the service and has its REST interface only:
nothing here costs money, and there is nothing to see.</p>
<p>Go back to the window of VS Code to search, rent, stop and destroy.</p>
</html>
`;

/** Whether a person asks for a page, and no program for an endpoint. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/(?:api|_sandbox)\//.test(url) && (headers.accept ?? '').includes('text/html');
