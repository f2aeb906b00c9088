/** Emoji that express approval or joy, by our own judgment. Those that can mean either are left out. */
const POSITIVE =
  '😀😃😄😁😆😊😇🙂😉😌😍🥰😘😗😙😚😋😛😝🤗🤩🥳😎😺😸😻👍👏🙌🙏💪👌🤝🫶❤🧡💛💚💙💜🤍🤎💖💗💓💞💕💘💝💟♥😹🎉🎊✨🌟⭐💯🔥🏆🥇🌹🌸🌺🌻💐🎁🍾🥂☺🤙✅💃🕺🌞🌈';
/** Emoji that express disapproval, anger or sadness. */
const NEGATIVE =
  '😞😔😟😕🙁☹😣😖😫😩😢😭😤😠😡🤬😨😰😥😓😒🙄😑😬🤢🤮🤧😷😾😿🙀👎🖕💔😪😧😦😮‍💨🥺💩🤦🤨😵☠💀🚫❌⛔😳😱';

const polarities = new Map<number, number>();
for (const [emoji, polarity] of [
  [POSITIVE, 1],
  [NEGATIVE, -1],
] as const)
  for (const character of emoji) {
    const code = character.codePointAt(0) as number;
    // The joiner and the second half of a joined emoji mean nothing alone.
    if (code !== 0x200d && code !== 0x1f4a8) polarities.set(code, polarity);
  }

const EYES = new Set([':', ';', '=', 'x', 'X']);
const SMILES = new Set([')', 'D', 'd', 'P', 'p', ']', '*', '3']);
const FROWNS = new Set(['(', '[', '/', '\\', '|', 'c', 'C']);

/** Returns 1, -1, or 0 if the emoji is neutral or unknown. */
export const emojiPolarity = (code: number): number => polarities.get(code) ?? 0;

/** An emoticon such as `:-)` and its polarity. */
export interface Emoticon {
  length: number;
  polarity: number;
}

/** Returns the emoticon that begins at a place of a text, if any. `<3` counts as one. */
export function emoticonAt(text: string, at: number): Emoticon | undefined {
  const first = text.charAt(at);
  if (first === '<') return text.charAt(at + 1) === '3' ? { length: 2, polarity: 1 } : undefined;
  if (!EYES.has(first)) return undefined;
  const isAlphabetic = /[a-z]/i.test(first);
  if (isAlphabetic && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return undefined;
  let end = at + 1;
  const nose = text.charAt(end);
  if (nose === '-' || nose === "'" || nose === 'o') end += 1;
  const mouth = text.charAt(end);
  // With a letter for the eyes, only brackets make a face: "xD" is common, "xp" is a word.
  if (isAlphabetic && !')(Dd'.includes(mouth)) return undefined;
  const polarity = SMILES.has(mouth) ? 1 : FROWNS.has(mouth) ? -1 : 0;
  if (mouth === '' || polarity === 0) return undefined;
  if (/[a-z0-9]/i.test(mouth) && /[\p{L}\p{N}]/u.test(text.charAt(end + 1))) return undefined;
  while (text.charAt(end) === mouth) end += 1;
  return { length: end - at, polarity };
}
