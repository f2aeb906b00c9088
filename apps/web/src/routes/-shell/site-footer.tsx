import { Link } from '@troupe/ui/action/link';
import { Logo } from '@troupe/ui/content/logo';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import type { ReactNode } from 'react';
import { config } from '../../shared/config.ts';
import { linkTarget } from '../../shared/links.ts';
import { t } from './messages/messages.gen.ts';
import './site-footer.css';

const BRAND_LINKS = ['home', 'pricing', 'terms', 'contact', 'faq'] as const;

const platforms = [
  { name: 'instagram', label: 'Instagram' },
  { name: 'tiktok', label: 'TikTok' },
  { name: 'youtube', label: 'YouTube' },
] as const;

/** The end of every page that visitors see. @param children below its links */
export function SiteFooter({ children }: { children?: ReactNode }) {
  const creators = [
    { href: linkTarget('creatorApp'), label: t('footer.creatorApp') },
    { href: `${config.portalOrigin}/login`, label: t('footer.creatorLogIn') },
    { href: '/faq#creators', label: t('footer.creatorFaq') },
  ];
  return (
    <footer className="site-footer">
      <div className="site-footer-inside">
        <div className="site-footer-about">
          <Logo />
          <p className="t-ink2">{t('footer.text')}</p>
          <ul className="site-footer-social" aria-label={t('footer.social')}>
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
          <h2 id="footer-brands">{t('footer.brands')}</h2>
          <ul className="site-footer-links">
            {BRAND_LINKS.map((name) => (
              <li key={name}>
                <Link href={linkTarget(name)}>{t(`footer.${name}`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-creators" className="site-footer-group">
          <h2 id="footer-creators">{t('footer.creators')}</h2>
          <ul className="site-footer-links">
            {creators.map(({ href, label }) => (
              <li key={label}>
                <Link href={href}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </div>
    </footer>
  );
}
