import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deriveTopics } from './derive-topics.ts';
import { TermCounter } from './term-candidates.ts';
import { editDistance } from './term-spelling.ts';
import { broaderTopics, nearTopics, TOPICS, topicName } from './topic-vocabulary.ts';
import { TOPIC_LINES } from './topics.gen.ts';
import { understand } from './understand-query.ts';
import { TOPIC_LANGUAGES } from './word-stems.ts';

const readings = (query: string, options = {}) =>
  understand(query, options).parts.map((part) =>
    part.kind === 'topic' ? `${part.text} = ${part.topics.join()}` : `${part.kind} ${part.text}`,
  );

test.each([
  ['skin care', ['skin care = skincare']],
  ['#skincare', ['skincare = skincare']],
  ['SKIN-CARE', ['skin care = skincare']],
  ['Hautpflege', ['hautpflege = skincare']],
  ['soin de la peau', ['soin de la peau = skincare']],
  ['スキンケア', ['スキンケア = skincare']],
  ['العناية بالبشرة', ['العناية بالبشرة = skincare']],
  ['vegan travel fans', ['vegan = vegan', 'travel = travel', 'filler fans']],
  ['trail runners in oslo', ['trail runners = trailrunning', 'filler in', 'word oslo']],
  ['clean beauty', ['clean beauty = cleanbeauty']],
  // Without a topic, all words count.
  ['best of mara', ['word best', 'word of', 'word mara']],
  ['🌱', ['word 🌱']],
  ['', []],
])('understands %j', (query, expected) => {
  expect(readings(query)).toEqual(expected);
});

test.each([
  ['skincre', ['skincre = skincare']],
  ['fotography', ['fotography = photography']],
  ['photogr', ['photogr = photography']],
  ['mara', ['word mara']],
])('corrects %j only if asked', (query, expected) => {
  expect(readings(query, { tolerant: true })).toEqual(expected);
  expect(readings(query)).toEqual([`word ${query}`]);
});

test('counts added, lost, changed and swapped characters', () => {
  expect(editDistance('beauty', 'beauty', 2)).toBe(0);
  expect(editDistance('beuaty', 'beauty', 2)).toBe(1);
  expect(editDistance('bauty', 'beauty', 2)).toBe(1);
  expect(editDistance('boat', 'beauty', 2)).toBeNull();
});

const texts = { username: 'x', fullname: '', bio: '', categories: [], titles: [], language: null };
const topicsOf = (of: object) => deriveTopics({ ...texts, ...of }).map(({ id }) => id);

test('derives topics and those that include them from every text', () => {
  expect(topicsOf({ bio: 'Skin first' })).toEqual(['skincare', 'beauty']);
  expect(topicsOf({ categories: ['Beauty & Cosmetics'] })).toEqual(['beauty']);
  expect(topicsOf({ titles: ['Sunscreen for dark skin'] })).toEqual(['beauty', 'skincare']);
  expect(topicsOf({ username: 'janeskincare12' })).toContain('skincare');
  expect(topicsOf({ bio: 'Hautpflege', language: 'de' })).toEqual(['skincare', 'beauty']);
  expect(topicsOf({ bio: '毎日のスキンケア' })).toEqual(['skincare', 'beauty']);
  expect(topicsOf({ bio: '💄' })).toContain('makeup');
});

test("doesn't take inflections of other words for a topic", () => {
  expect(topicsOf({ bio: 'Training for life' })).not.toContain('traintravel');
  expect(topicsOf({ fullname: 'The Chainsmokers' })).toEqual([]);
});

test('a topic within what a creator is known for counts more', () => {
  const scoreOf = (categories: string[]) =>
    deriveTopics({ ...texts, bio: 'Rescue dogs', categories }).find(({ id }) => id === 'dogs')?.score ?? 0;
  expect(scoreOf(['Pets'])).toBeGreaterThan(scoreOf(['Family']));
});

test('every topic has a name in every language, existing near topics, and no circle of broader ones', () => {
  for (const { id, near, terms } of TOPICS.values()) {
    for (const language of TOPIC_LANGUAGES)
      expect(terms[language].length, `${id} ${language}`).toBeGreaterThan(0);
    expect(broaderTopics(id), id).not.toContain(id);
    expect(near, id).not.toContain(id);
    expect(nearTopics(id).length, id).toBeGreaterThan(0);
  }
  expect(topicName('skincare', 'de')).toBe('Hautpflege');
  expect(topicName('skincare', 'pl')).toBe('skin care');
});

test('the module has the topics of topics.txt; `npm run topics` writes it', () => {
  const lines = readFileSync(new URL('./topics.txt', import.meta.url), 'utf8').split('\n');
  expect(TOPIC_LINES).toEqual(lines.filter((line) => line !== '' && !line.startsWith('#')));
});

test('suggests terms that creators of a topic write more than others, and no known, rare or common ones', () => {
  const counter = new TermCounter();
  const add = (times: number, topics: string[], text: string) => {
    for (let n = 0; n < times; n++) counter.add({ texts: [text], topics });
  };
  add(40, ['skincare'], 'Gua Sha and sunscreen every morning');
  add(2, ['skincare'], 'Niacinamide');
  add(30, ['cooking'], 'Every morning a recipe');
  add(10, ['cooking'], 'Mandoline of gua sha');
  add(60, ['travel'], 'Every morning somewhere else');
  const found = counter
    .candidates(10)
    .map(({ topic, term, creators, withTopic }) => [topic, term, withTopic, creators]);
  expect(found).toEqual([
    ['travel', 'morning somewhere', 60, 60],
    ['travel', 'somewhere else', 60, 60],
    ['skincare', 'gua sha', 40, 50],
    ['cooking', 'mandoline', 10, 10],
  ]);
});
