import { type Html, html } from '../page/html.ts';
import { TEST_CARDS, type TypedCard } from './billing-card.ts';

export type CardErrors = Partial<Record<keyof TypedCard, string>>;

const FIELDS: { name: keyof TypedCard; label: string; more: Html }[] = [
  {
    name: 'number',
    label: 'Card number',
    more: html` inputmode="numeric" autocomplete="cc-number" required`,
  },
  {
    name: 'expiry',
    label: 'Expiry (MM/YY)',
    more: html` autocomplete="cc-exp" placeholder="12/30" required`,
  },
  { name: 'cvv', label: 'Security code', more: html` inputmode="numeric" autocomplete="cc-csc" required` },
  { name: 'name', label: 'Name on the card', more: html` autocomplete="cc-name"` },
];

/** The fields of a card. What was typed stays, but for the security code. */
export function cardFields(typed: Partial<TypedCard>, errors: CardErrors): Html {
  return html`${FIELDS.map(({ name, label, more }) => {
    const error = errors[name];
    const described = error && html` aria-invalid="true" aria-describedby="error-${name}"`;
    return html`<label>${label}<input name="${name}" maxlength="100" value="${name === 'cvv' ? '' : (typed[name] ?? '')}"${more}${described}>${error && html`<span class="error" id="error-${name}">${error}</span>`}</label>`;
  })}`;
}

/** The cards that can be used, each with a button that fills it in. */
export function testCards(): Html {
  return html`<section aria-labelledby="cards"><h2 id="cards">Test cards</h2>
<p class="quiet">Any expiry in the future and any security code will do.</p>
<ul class="plain">${TEST_CARDS.map(
    ({ number, text }) =>
      html`<li class="cardline"><span><code>${number}</code> ${text}</span><button type="button" data-card="${number}" aria-label="Use the card ending in ${number.slice(-4)}">Use</button></li>`,
  )}</ul></section>`;
}

/** Reads the fields of the form. */
export const typedCard = (form: URLSearchParams | null): TypedCard => ({
  number: form?.get('number') ?? '',
  expiry: form?.get('expiry') ?? '',
  cvv: form?.get('cvv') ?? '',
  name: form?.get('name') ?? '',
});
