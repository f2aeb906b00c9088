import { expect, test } from 'vitest';
import { escapeHtml } from './html-text.ts';

test('no text can end the attribute or the text of HTML in which it stands', () => {
  expect(escapeHtml(`<a href="x" title='y'>Salt & Pepper</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;Salt &amp; Pepper&lt;/a&gt;',
  );
  expect(escapeHtml('Grüße 👋 plain')).toBe('Grüße 👋 plain');
});
