import { dayText } from '@troupe/ui/lib/date';
import './update-list.css';
import { updates } from './updates.ts';

/** The product updates. */
export function UpdateList() {
  return (
    <ol className="update-list">
      {updates.map(({ day, title, text }) => (
        <li key={title}>
          <p className="t-12 t-ink3">{dayText(`${day}T12:00:00Z`)}</p>
          <h3 className="t-name">{title}</h3>
          <p className="t-ink2">{text}</p>
        </li>
      ))}
    </ol>
  );
}
