import { expect, test } from 'vitest';
import { escapeHtml } from './html-text.ts';

test("text can't break out of its HTML attribute or element", () => {
  expect(escapeHtml(`<a href="x" title='y'>Salt & Pepper</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;Salt &amp; Pepper&lt;/a&gt;',
  );
  expect(escapeHtml('Grüße 👋 plain')).toBe('Grüße 👋 plain');
});
