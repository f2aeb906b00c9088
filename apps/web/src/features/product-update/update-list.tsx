import { dayText } from '@troupe/ui/lib/date';
import './update-list.css';
import { updates } from './updates.ts';

/** The product updates, as part of something that has a title. */
export function UpdateList() {
  return (
    <ol className="update-list">
      {updates.map(({ day, title, text }) => (
        <li key={title}>
          <p className="t-12 t-ink3">{dayText(`${day}T12:00:00Z`)}</p>
          <p className="t-name">{title}</p>
          <p className="t-ink2">{text}</p>
        </li>
      ))}
    </ol>
  );
}
