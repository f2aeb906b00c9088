import { Link } from '@troupe/ui/link';

interface LaterScreenProps {
  title: string;
  /** One sentence: what will be here. */
  children: string;
  back?: { href: string; label: string };
}

/** Stands where a screen comes later: says what it will do, and leads back. */
export function LaterScreen({ title, children, back }: LaterScreenProps) {
  const { href, label } = back ?? { href: '/campaigns', label: 'Back to campaigns' };
  return (
    <div className="t-page t-stack">
      <h1 className="t-20">{title}</h1>
      <p className="t-ink2">{children}</p>
      <p>
        <Link href={href} className="t-link">
          {label}
        </Link>
      </p>
    </div>
  );
}
