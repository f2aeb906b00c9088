const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/;
/** The most addresses that one campaign can be shared with at once. */
export const MOST_ADDRESSES = 20;

/** Parses addresses separated by spaces, commas, semicolons or lines, each once. */
export function readEmails(text: string): { emails: string[]; wrong: string[] } {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^<|>$/g, '').trim())
    .filter(Boolean);
  const emails = new Map<string, string>();
  const wrong: string[] = [];
  for (const word of words) {
    if (ADDRESS.test(word) && word.length <= 254) emails.set(word.toLowerCase(), word);
    else wrong.push(word);
  }
  return { emails: [...emails.keys()], wrong };
}
