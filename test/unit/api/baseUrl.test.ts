import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../../src/api/baseUrl';
import { LocalError } from '../../../src/api/localError';

describe('a base URL', () => {
  it.each([
    ['https://console.vast.ai', 'https://console.vast.ai', 'https://console.vast.ai'],
    [' https://Console.Vast.ai/// ', 'https://console.vast.ai', 'https://console.vast.ai'],
    ['https://example.com:8443/gpu/', 'https://example.com:8443/gpu', 'https://example.com:8443'],
    ['https://example.com:443', 'https://example.com', 'https://example.com'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://localhost:1', 'http://localhost:1', 'http://localhost:1'],
    ['http://[::1]:80/', 'http://[::1]', 'http://[::1]'],
  ])('%s is accepted', (text, url, origin) => {
    expect(parseBaseUrl(text)).toEqual({ url, origin });
  });

  it.each([
    'http://console.vast.ai',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://0.0.0.0',
    'http://[::2]',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'console.vast.ai',
    '',
    'https://',
    'https://me:secret-word@example.com',
    'https://me@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
  ])('%j is refused', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(LocalError);
    expect(() => parseBaseUrl(text)).not.toThrow(/secret-word/);
  });
});
