import type { Config } from '../config.ts';
import { passwordLength } from '../passwords.ts';
import { errorSummary, type Faults, type Field, fieldHtml, type Values } from './field.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { addressNote, type LoginView } from './login.ts';

const person: Field[] = [
  { name: 'firstName', label: 'First name', autocomplete: 'given-name', maxLength: 80 },
  { name: 'lastName', label: 'Last name', autocomplete: 'family-name', maxLength: 80 },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', maxLength: 254 },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    maxLength: passwordLength.max,
    hint: `At least ${passwordLength.min} characters`,
  },
];

const brand: Field[] = [
  { name: 'brandName', label: 'Brand name', autocomplete: 'organization', maxLength: 120 },
  {
    name: 'brandWebsite',
    label: 'Brand website',
    autocomplete: 'url',
    inputMode: 'url',
    maxLength: 2000,
    hint: 'Such as example.com',
  },
  {
    name: 'brandDescription',
    label: 'Brand description',
    type: 'textarea',
    autocomplete: 'off',
    maxLength: 4000,
    hint: 'What you sell, and to whom',
  },
];

/** What somebody signs up for. */
export type SignUpPurpose = 'brand' | 'creator' | 'team';

const LEADS: Record<SignUpPurpose, string> = {
  brand: 'For brands.',
  creator: 'For creators.',
  team: 'To join the team that invited you.',
};

/** The sign-up form; creators and people invited to a team are not asked for a brand. */
export function signUpPage(
  config: Config,
  view: LoginView & { values: Values; faults: Faults; purpose: SignUpPurpose; chosen: string | null },
): string {
  const { base, values, faults, purpose, chosen } = view;
  const withBrand = purpose === 'brand';
  const fields = withBrand ? [...person, ...brand] : person;
  const show = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field && fieldHtml(field, values, faults);
  };
  return layout(config, {
    title: 'Sign up',
    failed: Object.keys(faults).length > 0,
    body: html`<h1>Sign up</h1>
<p class="lead">${LEADS[purpose]} Have an account? <a href="${base}/login">Log in</a></p>
${chosen && html`<p class="lead">You chose <strong>${chosen}</strong>. You see its price again before anything is paid.</p>`}
${errorSummary(fields, faults)}
<form method="post" action="${base}/signup" novalidate>
<input type="hidden" name="token" value="${view.token}">
<div class="pair">${show('firstName')}${show('lastName')}</div>
${show('email')}
${show('password')}
${withBrand && brand.map((field) => show(field.name))}
<button class="button">Sign up</button>
</form>
${addressNote(config, view)}`,
  });
}
