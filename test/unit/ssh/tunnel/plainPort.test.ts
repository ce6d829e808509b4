import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answersAsJupyter, openPlainPort, speaksTls } from '../../../../src/ssh/tunnel/plainPort';
import { temporaryFolder } from '../support/temporary';

const answer: http.RequestListener = (request, response) =>
  request.url === '/api' ? response.end('{"version": "2.0"}') : response.end(request.headers.authorization);

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** As Jupyter on an instance: with a certificate of its own that nobody knows. */
async function secure(): Promise<number> {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=x'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return listening(https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer));
}

describe('a web server behind a tunnel', () => {
  it('is used with TLS or without, as it is', async () => {
    expect(await speaksTls(await secure())).toBe(true);
    expect(await speaksTls(await listening(http.createServer(answer)))).toBe(false);
  });

  it('is not waited for where nothing answers, or when the person cancels', async () => {
    const silent = await listening(http.createServer(() => undefined));
    expect(await answersAsJupyter(silent, { timeoutMs: 20 })).toBe(false);
    expect(await speaksTls(1)).toBe(false);
    expect(await answersAsJupyter(1)).toBe(false);
    await expect(speaksTls(silent, { signal: AbortSignal.abort() })).rejects.toThrow('Canceled');
  });

  it('gets a port without TLS, for programs that refuse its certificate', async () => {
    const plain = await openPlainPort(await secure());
    expect(await answersAsJupyter(plain.localPort)).toBe(true);
    const address = `http://127.0.0.1:${plain.localPort}/x`;
    expect(await (await fetch(address, { headers: { authorization: 'token t' } })).text()).toBe('token t');
    plain.close();
    await expect(fetch(address)).rejects.toThrow();
  });
});
