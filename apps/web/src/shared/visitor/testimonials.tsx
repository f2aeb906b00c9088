import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { useEffect, useId, useRef } from 'react';
import { slideTestimonials } from './slide-testimonials.ts';
import './testimonials.css';

const testimonials = [
  {
    text: 'We used to keep creators in four spreadsheets. Now everyone sees who was asked, who answered and what is due.',
    name: 'Maren Holt',
    role: 'Head of Brand, Larkmoor',
  },
  {
    text: 'Our first campaign was live in nine days, with creators our customers already followed.',
    name: 'Dario Conti',
    role: 'Founder, Copper & Bean',
  },
  {
    text: 'Every figure says where it comes from. That ended the debate about which numbers to trust.',
    name: 'Priya Nair',
    role: 'Growth Lead, Solvane',
  },
] as const;

/** What three customers say: a slider up to 767 px, a grid above. Works as plain HTML; its buttons come with the script. */
export function Testimonials() {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => (section.current ? slideTestimonials(section.current) : undefined), []);

  return (
    <section ref={section} className="testimonials" aria-labelledby={id}>
      <h2 id={id} className="t-20">
        What brands say
      </h2>
      <Scrollable as="ul" className="testimonials-track" aria-labelledby={id}>
        {testimonials.map(({ text, name, role }) => (
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
          label="Previous testimonial"
          icon={<IconChevronLeft size={18} />}
          look="edged"
          noTooltip
          data-step="-1"
        />
        <span className="t-12 t-ink3 t-num" aria-live="polite">
          1 of {testimonials.length}
        </span>
        <IconButton
          label="Next testimonial"
          icon={<IconChevronRight size={18} />}
          look="edged"
          noTooltip
          data-step="1"
        />
      </div>
    </section>
  );
}
