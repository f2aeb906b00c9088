import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { useEffect, useId, useRef } from 'react';
import { t } from './messages/messages.gen.ts';
import { slideTestimonials } from './slide-testimonials.ts';
import './testimonials.css';

const testimonials = () => [
  { text: t('quote.1'), name: 'Maren Holt', role: t('role.1') },
  { text: t('quote.2'), name: 'Dario Conti', role: t('role.2') },
  { text: t('quote.3'), name: 'Priya Nair', role: t('role.3') },
];

/** What three customers say: a slider up to 767 px, a grid above. Works as plain HTML; its buttons come with the script. */
export function Testimonials() {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const all = testimonials();
  useEffect(() => (section.current ? slideTestimonials(section.current) : undefined), []);

  return (
    <section ref={section} className="testimonials" aria-labelledby={id}>
      <h2 id={id} className="t-20">
        {t('title')}
      </h2>
      <Scrollable as="ul" className="testimonials-track" aria-labelledby={id}>
        {all.map(({ text, name, role }) => (
          <li key={name} className="testimonial">
            <figure>
              <blockquote>{text}</blockquote>
              <figcaption>
                <span className="t-name">{name}</span>
                <span className="t-12 t-ink3">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </Scrollable>
      <div className="testimonials-steps" hidden>
        <IconButton
          label={t('previous')}
          icon={<IconChevronLeft size={18} />}
          look="edged"
          noTooltip
          data-step="-1"
        />
        <span
          className="t-12 t-ink3 t-num"
          aria-live="polite"
          data-text={t('position', { at: '{at}', total: '{total}' })}
        >
          {t('position', { at: 1, total: all.length })}
        </span>
        <IconButton
          label={t('next')}
          icon={<IconChevronRight size={18} />}
          look="edged"
          noTooltip
          data-step="1"
        />
      </div>
    </section>
  );
}
