import { useMayLoadMore } from '@troupe/ui/lib/first-screen';
import { useState } from 'react';
import './thumbnail.css';

/** A content picture; an empty box if there is none or it fails to load. Without a title it is decorative. */
export function Thumbnail({ src, title }: { src: string | null; title: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const mayLoad = useMayLoadMore();
  if (!src || failed === src) {
    return title ? (
      <span className="thumbnail" role="img" aria-label={title} title={title} />
    ) : (
      <span className="thumbnail" />
    );
  }
  return (
    <img
      className="thumbnail"
      src={mayLoad ? src : undefined}
      alt={title}
      title={title || undefined}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}
