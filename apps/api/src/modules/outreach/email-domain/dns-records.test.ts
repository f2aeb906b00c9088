import { expect, test } from 'vitest';
import {
  dkimNameOf,
  dkimValueOf,
  dmarcNameOf,
  isInclude,
  isSpf,
  mergeSpf,
  NEW_DMARC,
  newSpf,
  parentsOf,
  parseSpf,
  returnPathOf,
  tagsOf,
  WAIT_HOURS,
} from './dns-records.ts';

const OURS = '_spf.troupe.test';

test('recognizes an SPF record by its prefix', () => {
  for (const one of ['v=spf1', 'v=spf1 -all', 'V=SPF1 mx', ' v=spf1 -all']) expect(isSpf(one)).toBe(true);
  for (const none of ['v=spf10 -all', 'spf1 -all', '"v=spf1 -all"', 'v=spf1-all', ''])
    expect(isSpf(none)).toBe(false);
});

test('parses SPF terms with qualifiers and values, and rejects records with an invalid term', () => {
  expect(parseSpf('v=spf1 a/24 ~mx:X.test//64 -include:y.test exp=why.test ?all')).toEqual([
    { qualifier: '+', name: 'a', value: '', written: 'a/24' },
    { qualifier: '~', name: 'mx', value: 'x.test//64', written: '~mx:X.test//64' },
    { qualifier: '-', name: 'include', value: 'y.test', written: '-include:y.test' },
    { qualifier: '+', name: 'exp', value: 'why.test', written: 'exp=why.test' },
    { qualifier: '?', name: 'all', value: '', written: '?all' },
  ]);
  expect(parseSpf('v=spf1')).toEqual([]);
  for (const wrong of ['v=spf1 alll', 'v=spf1 192.0.2.1', 'v=spf1 +', 'v=spf1 includex.test'])
    expect(parseSpf(wrong)).toBeNull();
});

test('ignores whitespace around and between terms', () => {
  expect(parseSpf('  v=spf1   a   -all ')?.map(({ written }) => written)).toEqual(['a', '-all']);
});

test('rejects terms with leading or trailing garbage', () => {
  for (const wrong of ['!a', 'a!', '+-a', '=x']) expect(parseSpf(`v=spf1 mx ${wrong}`), wrong).toBeNull();
});

test('suggests a new record that includes the host and ends in softfail', () => {
  expect(newSpf(OURS)).toBe(`v=spf1 include:${OURS} ~all`);
});

test('matches an include by its exact host', () => {
  const includes = (written: string) => isInclude(parseSpf(`v=spf1 ${written}`)?.[0] as never, 'X.test');
  expect(['include:x.test', 'include:X.TEST.', '~include:x.test'].map(includes)).toEqual([true, true, true]);
  expect(['a:x.test', 'include:y.test', 'include:sub.x.test'].map(includes)).toEqual([false, false, false]);
});

test('skips invalid records when merging', () => {
  expect(mergeSpf(['v=spf1 nonsense', 'v=spf1 mx -all'], OURS)).toBe(`v=spf1 mx include:${OURS} -all`);
});

test("merges records, keeping what they allow and the first record's ending", () => {
  expect(mergeSpf(['v=spf1 a -all'], OURS)).toBe(`v=spf1 a include:${OURS} -all`);
  expect(mergeSpf(['v=spf1 redirect=x.test'], OURS)).toBe(`v=spf1 include:${OURS} redirect=x.test`);
  expect(mergeSpf(['v=spf1 mx'], OURS)).toBe(`v=spf1 mx include:${OURS} ~all`);
  expect(mergeSpf([`v=spf1 a ~all include:${OURS}`], OURS)).toBe(`v=spf1 a include:${OURS} ~all`);
  expect(mergeSpf([`v=spf1 -include:${OURS} -all`], OURS)).toBe(`v=spf1 include:${OURS} -all`);
  expect(mergeSpf(['v=spf1 a mx -all', 'v=spf1 mx ip4:192.0.2.1 ~all'], OURS)).toBe(
    `v=spf1 a mx ip4:192.0.2.1 include:${OURS} -all`,
  );
});

test('parses tags with surrounding whitespace, and rejects duplicate tags', () => {
  expect(tagsOf(' v = DKIM1 ; k=rsa;p= AB=')).toEqual(
    new Map([
      ['v', 'DKIM1'],
      ['k', 'rsa'],
      ['p', 'AB='],
    ]),
  );
  for (const wrong of ['p=1; p=2', 'hello', '=x', '1=2']) expect(tagsOf(wrong)).toBeNull();
});

test('lists parent domains without the top-level domain', () => {
  expect(parentsOf('mail.eu.acme.test')).toEqual(['eu.acme.test', 'acme.test']);
  expect(parentsOf('acme.test')).toEqual([]);
});

test('builds record names and values', () => {
  expect(WAIT_HOURS).toBe(72);
  expect(returnPathOf('a.example')).toBe('bounce.a.example');
  expect(dkimNameOf('t1', 'a.example')).toBe('t1._domainkey.a.example');
  expect(dmarcNameOf('a.example')).toBe('_dmarc.a.example');
  expect(dkimValueOf('MIIB')).toBe('v=DKIM1; k=rsa; p=MIIB');
  expect(NEW_DMARC).toBe('v=DMARC1; p=none; adkim=r; aspf=r');
});

test('parses each tag once, trimmed', () => {
  expect(Object.fromEntries(tagsOf(' V = DMARC1 ; p=none;; rua=mailto:a=b ') ?? [])).toEqual({
    v: 'DMARC1',
    p: 'none',
    rua: 'mailto:a=b',
  });
  expect(tagsOf('')?.size).toBe(0);
  for (const bad of ['v=DMARC1; none', '=x', 'v=1; V=2', '1v=2', 'v v=2', 'a-b=2'])
    expect(tagsOf(bad)).toBeNull();
  expect(tagsOf('v1_a=2')?.get('v1_a')).toBe('2');
});

test('looks for a policy in parent domains, except the top-level domain', () => {
  expect(parentsOf('a.b.c.example')).toEqual(['b.c.example', 'c.example']);
  expect(parentsOf('a.example')).toEqual([]);
});
