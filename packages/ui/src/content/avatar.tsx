import { useState } from 'react';
import './avatar.css';
import { avatarColour, initials } from '../lib/initials.ts';

interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  size?: number;
  /** People are round, brands square. */
  kind?: 'person' | 'brand';
}

/**
 * A picture, or initials on a colour derived from the name while there is none or it fails to load. Decorative: the
 * name stands beside it.
 */
export function Avatar({ name, src, size = 32, kind = 'person' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
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
      {src && failed !== src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
