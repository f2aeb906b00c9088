import { type Html, html } from './html.ts';

/**
 * Rows below their heads, or a line that says why there are none.
 * @param label for people who do not see it, and who reach it by keyboard to scroll
 * @param numbers so many columns at the end stand to the right
 */
export function table(label: string, heads: string[], rows: Html[], none: string, numbers = 1): Html {
  if (rows.length === 0) return html`<p class="quiet">${none}</p>`;
  const head = (text: string, at: number) =>
    html`<th scope="col"${at >= heads.length - numbers && html` class="number"`}>${text}</th>`;
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.map(head)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** A button that does one thing to one thing. */
export type Act = (path: string, label: string, about: string, fields?: Record<string, string>) => Html;

/** Such buttons for the forms below an address. */
export const actsOf =
  (base: string): Act =>
  (path, label, about, fields = {}) =>
    html`<form method="post" action="${base}/${path}" class="inline">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button aria-label="${label}: ${about}">${label}</button></form>`;

/** Choices of a form, with the words people read. */
export const options = (choices: Record<string, string>, chosen = ''): Html[] =>
  Object.entries(choices).map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );

/** For how many cases an order still stands; `one` is what a case is called. */
export const howOften = (times: number | null, one = ''): string =>
  times === null ? 'Until removed' : `${times} more ${one}${one && times !== 1 ? 's' : ''}`.trimEnd();
