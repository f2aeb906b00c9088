import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '@troupe/ui/icon-button';
import { useEffect, useId, useRef, useState } from 'react';
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

/** What three customers say: a slider up to 767 px, a grid above. */
export function Testimonials() {
  const id = useId();
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);

  useEffect(() => {
    const list = track.current;
    if (!list) return;
    const follow = () => {
      if (list.scrollWidth > list.clientWidth + 1) setAt(Math.round(list.scrollLeft / list.clientWidth));
    };
    list.addEventListener('scroll', follow, { passive: true });
    return () => list.removeEventListener('scroll', follow);
  }, []);

  const go = (place: number) => {
    const list = track.current;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list?.scrollTo({ left: place * list.clientWidth, behavior: calm ? 'instant' : 'smooth' });
  };

  return (
    <section className="testimonials" aria-labelledby={id}>
      <h2 id={id} className="t-20">
        What brands say
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <ul ref={track} className="testimonials-track" tabIndex={0} aria-labelledby={id}>
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
      </ul>
      <div className="testimonials-steps">
        <IconButton
          label="Previous testimonial"
          icon={<IconChevronLeft size={18} />}
          look="edged"
          noTooltip
          disabledReason={at === 0 ? 'This is the first one.' : undefined}
          onClick={() => go(at - 1)}
        />
        <span className="t-12 t-ink3 t-num" aria-live="polite">
          {at + 1} of {testimonials.length}
        </span>
        <IconButton
          label="Next testimonial"
          icon={<IconChevronRight size={18} />}
          look="edged"
          noTooltip
          disabledReason={at === testimonials.length - 1 ? 'This is the last one.' : undefined}
          onClick={() => go(at + 1)}
        />
      </div>
    </section>
  );
}
