import { Link } from '@troupe/ui/action/link';
import { headerLinks, linkTarget } from '../../shared/links.ts';
import './side-menu.css';

/** The header's links as rows of a menu. */
export function TroupeRows({ onGo }: { onGo: () => void }) {
  return headerLinks.map(({ name, label }) => (
    <li key={name}>
      <Link href={linkTarget(name)} className="side-menu-row" onClick={onGo}>
        {label}
      </Link>
    </li>
  ));
}

const waysIn = [
  { href: '/login', label: 'Log In' },
  { href: '/signup', label: 'Sign Up' },
  { href: '/book-a-demo', label: 'Request Demo' },
];

/** The ways in for visitors. */
export function WaysInRows({ onGo }: { onGo: () => void }) {
  return waysIn.map(({ href, label }) => (
    <li key={href}>
      <Link href={href} className="side-menu-row" onClick={onGo}>
        {label}
      </Link>
    </li>
  ));
}
