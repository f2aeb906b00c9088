import { Link } from '@troupe/ui/action/link';
import { linkTarget } from '../../../shared/links.ts';
import '../../../shared/visitor/reading.css';
import { FAQ } from './faq-entries.ts';

/** What people ask. */
export function FaqPage() {
  return (
    <article className="reading">
      <header className="reading-head">
        <h1 className="t-28">Frequent Questions</h1>
        <nav aria-label="On this page">
          <ul className="reading-contents">
            {FAQ.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="t-link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {FAQ.map(({ id, title, entries }) => (
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
          Something else?
        </h2>
        <p>
          <Link href={linkTarget('contact')} className="t-link">
            Contact us
          </Link>
          , or read the{' '}
          <Link href={linkTarget('helpCenter')} className="t-link">
            documentation
          </Link>
          .
        </p>
      </section>
    </article>
  );
}
