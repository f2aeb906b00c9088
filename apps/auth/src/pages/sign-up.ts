import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import { passwordLength } from '../proofs/passwords.ts';
import { entryPage, type LoginView } from './entry.ts';
import { type Faults, type Field, fieldHtml, formFault, type Values } from './field.ts';
import { bold, html, layout } from './layout.ts';

const person = (): Field[] => [
  { name: 'firstName', label: t('signUp.firstName'), autocomplete: 'given-name', maxLength: 80 },
  { name: 'lastName', label: t('signUp.lastName'), autocomplete: 'family-name', maxLength: 80 },
  { name: 'email', label: t('login.email'), type: 'email', autocomplete: 'username', maxLength: 254 },
  {
    name: 'password',
    label: t('login.password'),
    type: 'password',
    autocomplete: 'new-password',
    maxLength: passwordLength.max,
    hint: t('password.hint', { min: passwordLength.min }),
  },
];

const brand = (): Field[] => [
  { name: 'brandName', label: t('brand.name'), autocomplete: 'organization', maxLength: 120 },
  {
    name: 'brandWebsite',
    label: t('brand.website'),
    autocomplete: 'url',
    inputMode: 'url',
    maxLength: 2000,
    hint: t('brand.websiteHint'),
  },
  {
    name: 'brandDescription',
    label: t('brand.description'),
    type: 'textarea',
    autocomplete: 'off',
    maxLength: 4000,
    hint: t('brand.descriptionHint'),
  },
];

/** Purpose of a sign-up. */
export type SignUpPurpose = 'brand' | 'creator' | 'team';

const chosenLine = (chosen: string | null) =>
  chosen && html`<p class="lead">${t.rich('signUp.chosen', { offer: chosen, b: bold })}</p>`;

/** The sign-up form for the person. Brand details follow in the next step. */
export function signUpPage(
  config: Config,
  view: LoginView & { values: Values; faults: Faults; purpose: SignUpPurpose; chosen: string | null },
): string {
  const { base, values, faults, purpose, chosen } = view;
  const [first, last, ...rest] = person().map((field) => fieldHtml(field, values, faults));
  return entryPage(config, view, {
    tab: 'signup',
    failed: Object.keys(faults).length > 0,
    lead: html`<p class="lead">${t(`signUp.lead.${purpose}`)}</p>${chosenLine(chosen)}`,
    body: html`${formFault(person(), faults)}
<form method="post" action="${base}/signup" novalidate>
<input type="hidden" name="token" value="${view.token}">
<div class="pair">${first}${last}</div>
${rest}
<button class="button">${purpose === 'brand' ? t('second.continue') : t('entry.signUp')}</button>
</form>`,
  });
}

/** The step after sign-up: brand details. */
export function brandPage(
  config: Config,
  view: LoginView & { values: Values; faults: Faults; chosen: string | null },
): string {
  const { base, values, faults, chosen } = view;
  return layout(config, {
    title: t('brand.title'),
    failed: Object.keys(faults).length > 0,
    body: html`<h1>${t('brand.title')}</h1>
<p class="lead">${t('brand.lead')}</p>
${chosenLine(chosen)}
${formFault(brand(), faults)}
<form method="post" action="${base}/brand" novalidate>
<input type="hidden" name="token" value="${view.token}">
${brand().map((field) => fieldHtml(field, values, faults))}
<button class="button">${t('entry.signUp')}</button>
<p class="more"><button class="button second" name="back" value="yes">${t('brand.back')}</button></p>
</form>`,
  });
}

/** Plan slugs and names. Everything else about plans is in the dashboard. */
const PLANS = new Map([
  ['self-serve', 'Self-Serve'],
  ['starter', 'Starter'],
  ['trailblazer', 'Trailblazer'],
  ['bespoke', 'Bespoke'],
]);
const ADD_ONS = new Map([
  ['affiliate', 'Affiliate Integration'],
  ['paid-ads-management', 'Paid Ads Management'],
  ['social-media-content-management', 'Social Media Content Management'],
]);
const PERIODS = new Map([
  ['monthly', 'paid monthly'],
  ['annually', 'paid monthly for a year'],
]);

/** Returns the offer chosen before signing up, from the return path; null if there is none. */
export function offerLabel(returnTo: string | null): string | null {
  // A campaign parameter may follow.
  const path = returnTo?.split(/[?#]/)[0] ?? '';
  const [, slug = '', period = ''] = /^\/signup\/([a-z-]+)(?:_([a-z]+))?$/.exec(path) ?? [];
  const plan = PLANS.get(slug);
  const paid = PERIODS.get(period);
  if (plan && paid) return `${plan}, ${paid}`;
  return period === '' ? (ADD_ONS.get(slug) ?? null) : null;
}
