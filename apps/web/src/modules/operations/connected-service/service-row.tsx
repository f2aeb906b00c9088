import { Pill, type PillTone } from '@troupe/ui/content/pill';
import type { ReactNode } from 'react';
import './connected-service.css';

interface ServiceRowProps {
  icon: ReactNode;
  name: string;
  /** What it is for, or how it stands, in one line. */
  text: ReactNode;
  state: { tone: PillTone; word: string };
  /** What can be done about it. */
  action?: ReactNode;
}

/** One outside service the brand works with. */
export function ServiceRow({ icon, name, text, state, action }: ServiceRowProps) {
  return (
    <li className="service">
      <span className="service-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="t-grow service-words">
        <span className="t-medium">{name}</span>
        <span className="t-12 t-ink2">{text}</span>
      </span>
      <Pill tone={state.tone}>{state.word}</Pill>
      {action && <span className="service-action">{action}</span>}
    </li>
  );
}
