import { Link } from '@troupe/ui/action/link';
import { Logo } from '@troupe/ui/content/logo';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { config } from '../../shared/config.ts';
import { linkTarget } from '../../shared/links.ts';
import './site-footer.css';

const brands = [
  { name: 'home', label: 'Home' },
  { name: 'pricing', label: 'Pricing' },
  { name: 'terms', label: 'Terms' },
  { name: 'contact', label: 'Contact' },
  { name: 'faq', label: 'FAQ' },
] as const;

const platforms = [
  { name: 'instagram', label: 'Instagram' },
  { name: 'tiktok', label: 'TikTok' },
  { name: 'youtube', label: 'YouTube' },
] as const;

/** The end of every page that visitors see. */
export function SiteFooter() {
  const creators = [
    { href: linkTarget('creatorApp'), label: 'Creator App' },
    { href: `${config.portalOrigin}/login`, label: 'Creator Log In' },
    { href: '/faq#creators', label: 'Creator FAQ' },
  ];
  return (
    <footer className="site-footer">
      <div className="site-footer-inside">
        <div className="site-footer-about">
          <Logo />
          <p className="t-ink2">Find the right people, and know where every number comes from.</p>
          <ul className="site-footer-social" aria-label="Social media">
            {platforms.map(({ name, label }) => (
              <li key={name}>
                <Link href={linkTarget(name)} className="site-footer-icon" aria-label={label}>
                  <PlatformIcon platform={name} size={18} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-labelledby="footer-brands" className="site-footer-group">
          <h2 id="footer-brands">Brands</h2>
          <ul className="site-footer-links">
            {brands.map(({ name, label }) => (
              <li key={name}>
                <Link href={linkTarget(name)}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-creators" className="site-footer-group">
          <h2 id="footer-creators">Creators</h2>
          <ul className="site-footer-links">
            {creators.map(({ href, label }) => (
              <li key={label}>
                <Link href={href}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
