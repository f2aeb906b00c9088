import { expect, test } from 'vitest';
import { countryCode, readCountry } from './country.ts';
import { readProfileUrl, readUsername } from './identity.ts';
import { readLanguage } from './language.ts';
import { decimalSignOf, readCount, readRate } from './number.ts';
import { cleanLine, isDamaged, isMissing, repairMojibake } from './text.ts';
import { readBoolean, readCategories, readEmail, readPlatform, readTags } from './value.ts';

const count = (cell: string, decimal?: 'point' | 'comma') => {
  const read = readCount(cell, { decimal });
  return read.kind === 'value' ? read.value : read.kind;
};

test('reads numbers in common notations', () => {
  const cases: [string, number][] = [
    ['48.5M', 48_500_000],
    ['475.8m', 475_800_000],
    ['29.0b', 29_000_000_000],
    ['0.89k', 890],
    ['1,234', 1234],
    ['1.234,5', 1235],
    ['1,000th', 1000],
    ['477900000.00', 477_900_000],
    ['12 345', 12_345],
    ["1'234'567", 1_234_567],
    ['12,34,567', 1_234_567],
    ['1,2 Mio', 1_200_000],
    ['3.4万', 34_000],
    ['348.5', 349],
    ['١٢٣', 123],
    ['4.1M', 4_100_000],
    ['0', 0],
  ];
  for (const [cell, expected] of cases) expect(count(cell), cell).toBe(expected);
});

test('keeps an inexact number with a remark', () => {
  const read = readCount('2.28E+11', { what: 'Views' });
  expect(read).toEqual({
    kind: 'value',
    value: 228_000_000_000,
    remark: 'Views “2.28E+11” is rounded in the file',
  });
  expect(readCount('3e2')).toMatchObject({ value: 300 });
});

test('treats empty cells as missing, not zero', () => {
  for (const cell of [
    '',
    ' ',
    '-',
    '-- ',
    '–',
    'N/A',
    "N/A'",
    '#VALOR!',
    '#VALUE!',
    '#DIV/0!',
    '#N/A',
    'nan',
    'NaN%',
    'null',
    'None',
    '-1',
  ])
    expect(count(cell), cell).toBe('missing');
  expect(isMissing('0')).toBe(false);
  expect(isMissing('Nana')).toBe(false);
});

test('rejects invalid counts with a readable reason', () => {
  expect(readCount('abc', { what: 'Followers' })).toEqual({
    kind: 'refused',
    reason: "Followers “abc” isn't a number",
  });
  expect(readCount('4.5%', { what: 'Followers' })).toMatchObject({
    reason: 'Followers “4.5%” is a percentage, not a count',
  });
  expect(count('-5')).toBe('refused');
  expect(count('1.2.3')).toBe('refused');
  expect(count('12abc')).toBe('refused');
  expect(readCount('29.0b', { people: true }).kind).toBe('refused');
});

test('detects the decimal separator per column', () => {
  expect(decimalSignOf(['48.200', '112.000', '9.800'], true)).toBe('comma');
  expect(decimalSignOf(['348.5', '3', '1200000'], true)).toBe('point');
  expect(decimalSignOf(['3,9%', '5,2%'], false)).toBe('comma');
  expect(decimalSignOf(['1,234', '12,000'], true)).toBe('point');
  expect(decimalSignOf(['48.5M', '1.234M'], true)).toBe('point');
  expect(count('48.200', 'comma')).toBe(48_200);
  expect(count('48.200', 'point')).toBe(48);
});

test('reads rates as percent, written as percent or fraction', () => {
  expect(readRate('4.5%')).toMatchObject({ value: 4.5 });
  expect(readRate('3,9%', { decimal: 'comma' })).toMatchObject({ value: 3.9 });
  expect(readRate('0.0035', { scale: 'fraction' })).toMatchObject({ value: 0.35 });
  expect(readRate('3.432887058e-05', { scale: 'fraction' })).toMatchObject({ value: 0.003433 });
  expect(readRate('1.91', { scale: 'fraction' })).toMatchObject({ value: 191 });
  expect(readRate('2%', { scale: 'fraction' })).toMatchObject({ value: 2 });
  expect(readRate('383.1K').kind).toBe('refused');
  expect(readRate('NaN%').kind).toBe('missing');
});

test('repairs text that was wrongly decoded once and keeps correct text', () => {
  expect(repairMojibake('ZÃ© Neto')).toBe('Zé Neto');
  expect(repairMojibake("CÃ´te d'Ivoire")).toBe("Côte d'Ivoire");
  expect(cleanLine('HÃ\u00a0n')).toBe('Hàn');
  expect(cleanLine('Â\u00a0')).toBe('');
  for (const right of ['JOÃO', 'Señor', 'Ünal', 'Ça va', 'IRMÃ', 'Café – bar', '평성'])
    expect(repairMojibake(right), right).toBe(right);
});

test('removes control characters and direction marks but keeps all characters of names', () => {
  expect(cleanLine('\ufeff a\u0000b\u202e c\r\nd ')).toBe('ab c d');
  expect(cleanLine('𝐌𝐞 🚩 محمد')).toBe('𝐌𝐞 🚩 محمد');
  expect(isDamaged('Zé')).toBe(false);
  expect(isDamaged('��� Kids')).toBe(true);
  expect(isDamaged(cleanLine('\ud800 lone'))).toBe(true);
});

test('reads countries as code, flag and name in many languages', () => {
  const cases: [string, string][] = [
    ['IN', 'IN'],
    ['esp', 'ES'],
    ['Spain', 'ES'],
    ['España', 'ES'],
    ['Deutschland', 'DE'],
    ['UK', 'GB'],
    ['South Korea', 'KR'],
    ['日本', 'JP'],
    ['🇪🇸', 'ES'],
    ['Türkiye', 'TR'],
    ["CÃ´te d'Ivoire", 'CI'],
    ['United States', 'US'],
    ['the Netherlands', 'NL'],
    ['Brasil', 'BR'],
    ['Россия', 'RU'],
  ];
  for (const [name, code] of cases) expect(countryCode(name), name).toBe(code);
  expect(readCountry('Atlantis')).toEqual({ kind: 'refused', reason: "Country “Atlantis” isn't recognized" });
});

test('reads languages as code and name', () => {
  expect(readLanguage('en-US')).toMatchObject({ value: 'en' });
  expect(readLanguage('pt_BR')).toMatchObject({ value: 'pt' });
  expect(readLanguage('Deutsch')).toMatchObject({ value: 'de' });
  expect(readLanguage('und').kind).toBe('missing');
  expect(readLanguage('Klingonish').kind).toBe('refused');
});

test('reads usernames from handles, mentions and profile URLs', () => {
  const name = (cell: string, platform: 'instagram' | 'tiktok' | 'youtube' = 'instagram') => {
    const read = readUsername(cell, platform);
    return read.kind === 'value' ? read.value.username : read;
  };
  expect(name('@ana.norte')).toBe('ana.norte');
  expect(name('https://www.instagram.com/ana.norte/?hl=en')).toBe('ana.norte');
  expect(name('https://www.tiktok.com/@k.mssqwziiii', 'tiktok')).toBe('k.mssqwziiii');
  expect(name('UC-8QAzbLcRglXeN_MY9blyw', 'youtube')).toBe('UC-8QAzbLcRglXeN_MY9blyw');
  expect(name('Cocomelon - Nursery Rhymes', 'youtube')).toBe('Cocomelon - Nursery Rhymes');
  expect(name('omar seddik')).toEqual({
    kind: 'refused',
    reason: 'Username has a space: “omar seddik”',
    suggestion: 'omarseddik',
  });
  expect(name('��� Kids Diana Show', 'youtube')).toMatchObject({ kind: 'refused' });
  expect(name("'; drop table creator; --")).toMatchObject({ kind: 'refused' });
  expect(name('')).toEqual({ kind: 'missing' });
});

test('rejects a URL of a post or another site with a reason', () => {
  const reason = (cell: string) => {
    const read = readProfileUrl(cell);
    return read.kind === 'refused' ? read.reason : read;
  };
  for (const post of [
    'https://www.instagram.com/p/Cxyz/',
    'https://www.instagram.com/reel/Cxyz',
    'https://www.tiktok.com/@ana/video/712',
    'https://www.youtube.com/watch?v=abc',
    'https://youtu.be/abc',
  ])
    expect(reason(post), post).toBe('Profile URL leads to a post');
  expect(reason('https://pinterest.com/ana')).toContain("isn't a profile on Instagram, TikTok or YouTube");
  expect(reason('javascript:alert(1)')).toContain('is incomplete');
  expect(readProfileUrl('youtube.com/channel/UCSTgtLylu5QDTuWBHShXpLQ')).toMatchObject({
    value: { platform: 'youtube', socialId: 'UCSTgtLylu5QDTuWBHShXpLQ' },
  });
  expect(readProfileUrl('https://www.youtube.com/@DanniViviani/videos')).toMatchObject({
    value: { username: 'DanniViviani' },
  });
  expect(readProfileUrl('instagram.com/stories/ana.norte/123')).toMatchObject({
    value: { username: 'ana.norte' },
  });
});

test('reads or rejects platforms, booleans, emails, categories and tags', () => {
  expect(readPlatform('IG')).toMatchObject({ value: 'instagram' });
  expect(readPlatform('TikTok Shop')).toMatchObject({ value: 'tiktok-shop' });
  expect(readPlatform('pinterest')).toMatchObject({ reason: "Platform “pinterest” isn't supported" });
  expect(
    [readBoolean('1'), readBoolean('false'), readBoolean('ja')].map(
      (read) => read.kind === 'value' && read.value,
    ),
  ).toEqual([true, false, true]);
  expect(readEmail('Ana <Ana@Norte.example>')).toMatchObject({ value: 'ana@norte.example' });
  expect(readEmail('cinco@')).toMatchObject({ reason: 'Email “cinco@” is incomplete' });
  expect(readCategories('Trailers; Crypto|Trailers')).toMatchObject({ value: ['Trailers', 'Crypto'] });
  expect(
    readCategories('Wichtig : bei Kategorien nur Sport, Lifestyle, Kino oder Musik verwenden').kind,
  ).toBe('refused');
  expect(readTags('interested, In negotiation')).toMatchObject({ value: ['Interested', 'In negotiation'] });
  expect(readTags('maybe').kind).toBe('refused');
});

test('maps known category names to shared categories and keeps others', () => {
  const cases: [string, string[]][] = [
    ['Art/Artists', ['Art']],
    ['Food & Cooking', ['Food']],
    ['food and drinks', ['Food']],
    ['Music & Dance', ['Music', 'Dance']],
    ['Video games; GAMING', ['Gaming']],
    ['Música', ['Music']],
    ['Cinema & Actors/actresses', ['Cinema & Actors/actresses']],
    ['Adult content', ['Adult content']],
  ];
  for (const [cell, expected] of cases) expect(readCategories(cell), cell).toMatchObject({ value: expected });
});

test('rejects names whose lost characters became one letter or question marks', () => {
  for (const name of [
    'ýýýýýý Kids Diana Show',
    'ÿÿÿ',
    'Zýýý Neto',
    '????',
    '??? ????',
    '??? Kids Diana Show',
    '?',
  ])
    for (const platform of ['youtube', 'tiktok'] as const)
      expect(readUsername(name, platform), `${platform}: ${name}`).toMatchObject({ kind: 'refused' });
  expect(readUsername('???', 'youtube')).toEqual({
    kind: 'refused',
    reason: 'Name “???” has missing or damaged characters',
  });
});

test('keeps names that only look unusual', () => {
  const names = [
    'What???',
    'Who? Me!',
    'aaaa',
    'ㅋㅋㅋ',
    'هههه',
    'ーーー',
    'XXXTENTACION',
    'Zoë',
    'Noooo',
    'Où ça ?',
  ];
  for (const name of names) expect(readUsername(name, 'youtube'), name).toMatchObject({ kind: 'value' });
});
