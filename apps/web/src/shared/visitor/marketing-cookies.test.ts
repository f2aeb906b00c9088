import { MarketingSource } from '@troupe/domain/site/marketing-source';
import { expect, test } from 'vitest';
import { marketingQuery, marketingSourceOf } from './marketing-cookies.ts';

test('[R3.039] the five values are read from the cookies, whatever else there is', () => {
  const cookies =
    'featureFlag=whatsNew; utm_source=news%20letter; utm_medium=mail; utm_campaign=Spring; utm_content=a%3Bb; utm_term=caf%C3%A9; x';
  expect(marketingSourceOf(cookies)).toEqual({
    source: 'news letter',
    medium: 'mail',
    campaign: 'Spring',
    content: 'a;b',
    term: 'café',
  });
  expect(marketingSourceOf('utm_source=only')).toEqual({
    source: 'only',
    medium: '',
    campaign: '',
    content: '',
    term: '',
  });
});

test('without them, empty or unreadable, there is no source', () => {
  for (const cookies of ['', 'featureFlag=x', 'utm_source=', 'utm_source=%E0%A4%A', 'utm_source', '=x']) {
    expect(marketingSourceOf(cookies), cookies).toBeNull();
  }
});

test('what is kept fits what the API takes, however long or odd the cookie is', () => {
  const odd = `utm_source=${encodeURIComponent(`\u0000${'🎭'.repeat(150)}`)}; utm_term=${'x'.repeat(4000)}`;
  const source = marketingSourceOf(odd);
  expect(MarketingSource.safeParse(source).success).toBe(true);
});

test('the values go along in an address', () => {
  const source = marketingSourceOf('utm_source=a%20b; utm_term=%26');
  expect(marketingQuery(source)).toBe('utm_source=a+b&utm_term=%26');
  expect(marketingQuery(null)).toBe('');
});

test('a marketing source goes along as parameters, without what is empty', () => {
  const source = { campaign: '', medium: 'mail', source: 'a b', content: '', term: 'é' };
  expect(marketingQuery(source)).toBe('utm_medium=mail&utm_source=a+b&utm_term=%C3%A9');
  expect(marketingQuery(null)).toBe('');
  expect(MarketingSource.parse({ source: 'x' })).toEqual({
    campaign: '',
    medium: '',
    source: 'x',
    content: '',
    term: '',
  });
  expect(marketingSourceOf('utm_source=%20a%00b%20')?.source).toBe('ab');
  expect(marketingSourceOf('utm_source=%E0%A4%A; utm_medium=m')).toMatchObject({ source: '', medium: 'm' });
  expect(marketingSourceOf(`utm_source=${'x'.repeat(199)}😀`)?.source).toBe('x'.repeat(199));
  expect(marketingSourceOf('utm_source=; x=1')).toBeNull();
});
