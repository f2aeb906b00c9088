import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../folders.ts';
import { readTopicLines, topicModule } from './topic-module.ts';

const read = (name: string) =>
  readFileSync(path.join(root, 'packages', 'domain', 'src', 'discovery', 'topics', name), 'utf8');

test('`npm run topics` accepts the vocabulary and writes the module that is in the repository', () => {
  expect(topicModule(readTopicLines(read('topics.txt')))).toBe(read('topics.gen.ts'));
});

const topic = (id: string, broader = '', near = '') => `${id}|${broader}|${near}${'|'.repeat(9)}`;

test.each([
  [
    'a missing field',
    [topic('surf'), topic('wave').slice(0, -1)],
    'Topic 2 (wave) has 11 fields instead of 12.',
  ],
  ['an id in capitals', [topic('Surf')], 'Use lowercase letters and digits for the topic id "Surf".'],
  ['an id twice', [topic('surf'), topic('surf')], 'The topic surf is listed twice.'],
  ['an unknown broader topic', [topic('surf', 'sea')], 'The topic surf names the unknown topic sea.'],
  ['an unknown near topic', [topic('surf', '', 'surf,sea')], 'The topic surf names the unknown topic sea.'],
])('`npm run topics` refuses %s', (_, lines, message) => {
  expect(() => readTopicLines(['# A comment', '', ...lines].join('\n'))).toThrow(message);
});
