import { expect, test } from 'vitest';
import { nameError, usableName } from './account-name.ts';

test.each([
  'Sam',
  'Mary-Jane O’Neil',
  'J.R. Smith',
  'J. R. R. Tolkien',
  'Martin Luther King Jr.',
  'Dr.Jart+',
  'e.l.f.',
  'Vol.ab1',
  'Huh?.No',
  'سارة 😀',
  'می‌خواهم',
  '李小龙',
  "Robert'); drop table account;--",
])("accepts %s as a person's name", (name) => {
  expect(nameError(name, 'person')).toBeNull();
  expect(nameError(name, 'brand')).toBeNull();
});

test.each([
  'friend,\n\nYour account is blocked. Log in at http://evil.example/x',
  'Sam\r\nBcc: all@example.com',
  'Sam\u2028Lee',
  'Sam\tLee',
  'Sam\u202eLee',
  'https://evil.example',
  'go to evil.example now',
  'evil.com',
  'EVIL.COM/login',
  'www.evil',
  'write to me@evil',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
])('refuses %j as the name of a person', (name) => {
  expect(nameError(name, 'person')).toMatch(/^(Use one line|Don't include)/);
  expect(usableName(name, 'person')).toBe('');
});

test('trims a usable name', () => {
  expect(usableName(' Sam Lee ', 'person')).toBe('Sam Lee');
});

test("accepts a brand's domain as its name, but no other domain", () => {
  expect(nameError('Booking.com', 'brand')).toBeNull();
  expect(nameError('shop.larkmoor.co', 'brand')).toBeNull();
  expect(nameError('Log in at evil.com', 'brand')).toBe("Don't include URLs or email addresses");
  expect(nameError('evil.com/login', 'brand')).toBe("Don't include URLs or email addresses");
  expect(nameError('https://evil.com', 'brand')).toBe("Don't include URLs or email addresses");
  expect(nameError('Lark\nmoor', 'brand')).toBe('Use one line, without control characters');
});
