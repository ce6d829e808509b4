import { expect, it } from 'vitest';
import { hasWords } from '../../../../src/domain/templates/templateSearch';

const template = { name: 'vLLM', desc: 'Serves language models', image: 'vllm/vllm-openai', tag: 'latest' };

it.each(['vllm', 'VLLM', 'serve openai', ' models  latest ', ''])('%j finds it', (words) => {
  expect(hasWords(template, words)).toBe(true);
});

it.each(['comfy', 'vllm comfy', 'undefined'])('%j does not find it', (words) => {
  expect(hasWords(template, words)).toBe(false);
});
