import { t } from './messages/messages.gen.ts';
import './email-frame.css';

/** A mail as a reader shows it: nothing in it runs, and its links lead nowhere. */
export function EmailFrame({ html }: { html: string }) {
  return <iframe className="email-frame" title={t('email.preview')} sandbox="" srcDoc={page(html)} />;
}

/** Its links would open windows, which the frame may not. */
const page = (html: string) => html.replace(/<head>/i, '<head><title>Preview</title><base target="_blank">');
