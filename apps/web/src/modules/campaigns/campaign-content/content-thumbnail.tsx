import { useState } from 'react';

/** A small picture of a post; an empty ground while there is none or it fails to load. */
export function ContentThumbnail({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) return <span className="content-thumbnail" />;
  return <img className="content-thumbnail" src={src} alt="" loading="lazy" onError={() => setFailed(src)} />;
}
