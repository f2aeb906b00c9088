import { IconAlertTriangle, IconMailCheck, IconMailQuestion } from '@tabler/icons-react';
import type { ContactState } from '@troupe/domain/discovery/creator';
import { Tooltip } from '@troupe/ui/overlay/tooltip';
import { contactText } from './contact-text.ts';
import './creator.css';

/** Whether the contact details are fetched, failed or were never asked for; the words show on hover and focus. */
export function ContactMark({ state }: { state: ContactState }) {
  const text = contactText(state);
  const kind = state.contactsError ? 'error' : state.contactsFetched ? 'fetched' : 'none';
  const Icon = kind === 'fetched' ? IconMailCheck : kind === 'error' ? IconAlertTriangle : IconMailQuestion;
  return (
    <Tooltip text={text}>
      <button type="button" className="contact-mark" data-kind={kind} aria-label={text}>
        <Icon size={18} />
      </button>
    </Tooltip>
  );
}
