import { type ImgHTMLAttributes, type ReactNode, useState } from 'react';
import { useMayLoadMore } from '../lib/first-screen.ts';
import './avatar.css';

/** Backgrounds with a readable text color (at least 5.5:1); the same in light and dark. */
export const avatarColours = [
  { ground: '#d9d6fb', text: '#4037b5' },
  { ground: '#cdeae6', text: '#0a5c54' },
  { ground: '#f7dfc4', text: '#7a4008' },
  { ground: '#f6d3e4', text: '#8f2466' },
  { ground: '#d3e4f7', text: '#17548d' },
  { ground: '#e3eac4', text: '#4a5c08' },
  { ground: '#f3d2cf', text: '#9c2020' },
  { ground: '#dcd9d2', text: '#54515b' },
] as const;

const letters = (word: string) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '';

/**
 * Returns the first letters of the first and last word, in capitals: 'Tobias Renn' -> 'TR', '@tobi.renn' ->
 * 'T', 'Ana Lima (sample)' -> 'AL', '' -> '?'.
 */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => letters(word) !== '' && word[0] !== '(');
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (letters(first) + (last ? letters(last) : '')).toLocaleUpperCase('en');
}

/** Returns the colors of a name, always the same and regardless of case. */
export function avatarColour(name: string): (typeof avatarColours)[number] {
  let hash = 0x811c9dc5;
  for (const character of name.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  const index = (hash >>> 0) % avatarColours.length;
  return avatarColours[index] ?? avatarColours[0];
}

type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> & {
  src: string | null | undefined;
  children: ReactNode;
};

/** A decorative picture; shows `children` if there is none or it fails to load. */
export function Picture({ src, children, ...attributes }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const mayLoad = useMayLoadMore();
  if (!src || src === failed) return children;
  return (
    <img
      {...attributes}
      src={mayLoad ? src : undefined}
      alt=""
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}

interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  size?: number;
  /** People are round, brands square. */
  kind?: 'person' | 'brand';
}

/**
 * A picture, or initials on a color derived from the name if there is none or it fails to load. Decorative:
 * the name is next to it.
 */
export function Avatar({ name, src, size = 32, kind = 'person' }: AvatarProps) {
  const colour = avatarColour(name);
  return (
    <span
      className="t-avatar"
      data-kind={kind}
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size >= 48 ? 20 : size >= 36 ? 16 : size >= 28 ? 12 : 10,
        background: colour.ground,
        color: colour.text,
      }}
    >
      <Picture src={src} width={size} height={size} loading="lazy">
        {initials(name)}
      </Picture>
    </span>
  );
}
