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

test('an SPF record is known by its beginning', () => {
  for (const one of ['v=spf1', 'v=spf1 -all', 'V=SPF1 mx', ' v=spf1 -all']) expect(isSpf(one)).toBe(true);
  for (const none of ['v=spf10 -all', 'spf1 -all', '"v=spf1 -all"', 'v=spf1-all', ''])
    expect(isSpf(none)).toBe(false);
});

test('terms of SPF are read with their qualifiers and values, and a term that is none makes it unreadable', () => {
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

test('blanks around and between terms do not count', () => {
  expect(parseSpf('  v=spf1   a   -all ')?.map(({ written }) => written)).toEqual(['a', '-all']);
});

test('a term must be one from its beginning to its end', () => {
  for (const wrong of ['!a', 'a!', '+-a', '=x']) expect(parseSpf(`v=spf1 mx ${wrong}`), wrong).toBeNull();
});

test('a record of its own includes the host and refuses nobody for sure', () => {
  expect(newSpf(OURS)).toBe(`v=spf1 include:${OURS} ~all`);
});

test('a term includes exactly its host', () => {
  const includes = (written: string) => isInclude(parseSpf(`v=spf1 ${written}`)?.[0] as never, 'X.test');
  expect(['include:x.test', 'include:X.TEST.', '~include:x.test'].map(includes)).toEqual([true, true, true]);
  expect(['a:x.test', 'include:y.test', 'include:sub.x.test'].map(includes)).toEqual([false, false, false]);
});

test('a record that cannot be read is left out of the merge', () => {
  expect(mergeSpf(['v=spf1 nonsense', 'v=spf1 mx -all'], OURS)).toBe(`v=spf1 mx include:${OURS} -all`);
});

test('records are merged into one that keeps what they allow and ends as the first one did', () => {
  expect(mergeSpf(['v=spf1 a -all'], OURS)).toBe(`v=spf1 a include:${OURS} -all`);
  expect(mergeSpf(['v=spf1 redirect=x.test'], OURS)).toBe(`v=spf1 include:${OURS} redirect=x.test`);
  expect(mergeSpf(['v=spf1 mx'], OURS)).toBe(`v=spf1 mx include:${OURS} ~all`);
  expect(mergeSpf([`v=spf1 a ~all include:${OURS}`], OURS)).toBe(`v=spf1 a include:${OURS} ~all`);
  expect(mergeSpf([`v=spf1 -include:${OURS} -all`], OURS)).toBe(`v=spf1 include:${OURS} -all`);
  expect(mergeSpf(['v=spf1 a mx -all', 'v=spf1 mx ip4:192.0.2.1 ~all'], OURS)).toBe(
    `v=spf1 a mx ip4:192.0.2.1 include:${OURS} -all`,
  );
});

test('tags are read with blanks around them; a tag that stands there twice makes a record unreadable', () => {
  expect(tagsOf(' v = DKIM1 ; k=rsa;p= AB=')).toEqual(
    new Map([
      ['v', 'DKIM1'],
      ['k', 'rsa'],
      ['p', 'AB='],
    ]),
  );
  for (const wrong of ['p=1; p=2', 'hello', '=x', '1=2']) expect(tagsOf(wrong)).toBeNull();
});

test('the domains above a domain end before the top-level one', () => {
  expect(parentsOf('mail.eu.acme.test')).toEqual(['eu.acme.test', 'acme.test']);
  expect(parentsOf('acme.test')).toEqual([]);
});

test('records have their names and values', () => {
  expect(WAIT_HOURS).toBe(72);
  expect(returnPathOf('a.example')).toBe('bounce.a.example');
  expect(dkimNameOf('t1', 'a.example')).toBe('t1._domainkey.a.example');
  expect(dmarcNameOf('a.example')).toBe('_dmarc.a.example');
  expect(dkimValueOf('MIIB')).toBe('v=DKIM1; k=rsa; p=MIIB');
  expect(NEW_DMARC).toBe('v=DMARC1; p=none; adkim=r; aspf=r');
});

test('the tags of a record are read without blanks, each once', () => {
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

test('a policy is looked for at the domains above, without the top-level one', () => {
  expect(parentsOf('a.b.c.example')).toEqual(['b.c.example', 'c.example']);
  expect(parentsOf('a.example')).toEqual([]);
});
