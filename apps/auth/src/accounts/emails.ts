/**
 * Brings a typed email into the form it is kept and compared in: trimmed, lower case, composed characters.
 * @returns undefined when it cannot be an address
 */
export function readEmail(typed: string): string | undefined {
  const email = typed.trim().normalize('NFC').toLowerCase();
  if (email.length > 254 || /[\s\p{C}]/u.test(email)) return undefined;
  const match = /^([^@"(),:;<>[\\\]]{1,64})@([^@"(),:;<>[\\\]/]+)$/.exec(email);
  const domain = match?.[2] ?? '';
  return /^(?!.*\.\.)(?!\.)[\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,}$/u.test(domain) ? email : undefined;
}

/** Text of a failure to read an email. */
export const emailFault = (typed: string): string =>
  typed.trim() === '' ? 'Enter your email' : 'Enter an email such as name@example.com';
