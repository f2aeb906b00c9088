import { Link } from '@troupe/ui/action/link';
import { linkTarget } from '../../../shared/links.ts';
import '../../../shared/visitor/reading.css';
import { faqParts } from './faq-entries.ts';
import { t } from './messages/messages.gen.ts';

/** What people ask. */
export function FaqPage() {
  const parts = faqParts();
  return (
    <article className="reading">
      <header className="reading-head">
        <h1 className="t-28">{t('title')}</h1>
        <nav aria-label={t('contents')}>
          <ul className="reading-contents">
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="t-link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {parts.map(({ id, title, entries }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`} className="t-20">
            {title}
          </h2>
          {entries.map(({ question, answer }) => (
            <div key={question}>
              <h3>{question}</h3>
              <p>{answer}</p>
            </div>
          ))}
        </section>
      ))}
      <section aria-labelledby="more">
        <h2 id="more" className="t-16">
          {t('more.title')}
        </h2>
        <p>
          {t.rich('more.text', {
            contact: (words) => (
              <Link key="contact" href={linkTarget('contact')} className="t-link">
                {words}
              </Link>
            ),
            docs: (words) => (
              <Link key="docs" href={linkTarget('helpCenter')} className="t-link">
                {words}
              </Link>
            ),
          })}
        </p>
      </section>
    </article>
  );
}
