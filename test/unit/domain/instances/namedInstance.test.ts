import { describe, expect, it } from 'vitest';
import { namedInstance } from '../../../../src/domain/instances/namedInstance';

const instances = [
  { id: 7, label: 'train' },
  { id: 8, label: 'twice' },
  { id: 9, label: ' twice ' },
  { id: 10 },
  { id: 11, label: '4' },
  { id: -1, label: 'unreadable' },
];

describe('an instance by its name', () => {
  it.each([
    ['its ID', 10, 10],
    ['its ID as text', '10', 10],
    ['its label', ' train ', 7],
    ['a label that is a number', '4', 11],
    ['an ID that is not in the list yet', 4711, 4711],
  ])('is found by %s', (_, name, id) => {
    expect(namedInstance(instances, name)).toBe(id);
  });

  it.each([
    ['nothing', 'TRAIN', 'No instance is labeled “TRAIN”.'],
    ['several', 'twice', 'Several instances are labeled “twice”. Use an ID instead: 8, 9.'],
    ['one whose ID is unknown', 'unreadable', 'No instance is labeled “unreadable”.'],
  ])('is not guessed when the name is of %s', (_, name, message) => {
    expect(() => namedInstance(instances, name)).toThrow(message);
  });
});
