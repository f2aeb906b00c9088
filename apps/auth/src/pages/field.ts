import { t } from '../messages/messages.gen.ts';
import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import { eye, type Html, html, type Part } from './layout.ts';

/** A form input. */
export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'textarea';
  autocomplete: string;
  maxLength: number;
  /** Help text below the input. */
  hint?: string;
  /** Content to the right of the label, such as a link, after the input in tab order. */
  aside?: Html;
  inputMode?: 'email' | 'url';
  focus?: boolean;
}

export type Values = Record<string, string>;
export type Faults = Record<string, string>;

/** Label, input, hint and error of a field, linked for screen readers. */
export function fieldHtml(field: Field, values: Values, faults: Faults): Html {
  const { name, type = 'text' } = field;
  const fault = faults[name];
  const described = [fault && `${name}-error`, field.hint && `${name}-hint`].filter(Boolean).join(' ');
  const common = html`id="${name}" name="${name}" autocomplete="${field.autocomplete}" maxlength="${field.maxLength}" required${
    described && html` aria-describedby="${described}"`
  }${fault && html` aria-invalid="true"`}${(field.focus || name === Object.keys(faults)[0]) && html` autofocus`}${
    field.inputMode && html` inputmode="${field.inputMode}"`
  }`;
  return html`<div class="field">
<label for="${name}">${field.label}</label>
${
  type === 'textarea'
    ? html`<textarea ${common} rows="3">${values[name]}</textarea>`
    : type === 'password'
      ? html`<div class="with-eye"><input ${common} type="password" spellcheck="false"><button type="button" class="eye" hidden aria-controls="${name}" aria-pressed="false" aria-label="${t('field.showPassword')}">${eye}</button></div>`
      : html`<input ${common} type="${type}"${(type === 'email' || type === 'url') && html` autocapitalize="none" spellcheck="false"`} value="${values[name]}">`
}
${field.aside && html`<div class="aside">${field.aside}</div>`}
${field.hint && html`<p class="hint" id="${name}-hint">${field.hint}</p>`}
${fault && html`<p class="error" id="${name}-error">${fault}</p>`}
</div>`;
}

/**
 * The error of a form as a whole. Field errors are shown at the fields; the first one gets the
 * focus, so screen readers announce it.
 */
export function formFault(fields: Field[], faults: Faults): Html | null {
  const known = new Set(fields.map((field) => field.name));
  const texts = Object.entries(faults).flatMap(([name, text]) => (known.has(name) ? [] : [text]));
  if (texts.length === 0) return null;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}

/** A form for this browser's passkeys. Hidden until the script detects support. */
export function passkeyForm(view: {
  action: string;
  token: string;
  question: PasskeyQuestion;
  label: string;
  /** `make` creates a passkey, `get` requests one. */
  kind?: 'get' | 'make';
  /** Additional inputs. */
  more?: Part;
  main?: boolean;
}): Html {
  return html`<form method="post" action="${view.action}" data-passkey="${view.kind ?? 'get'}" data-question="${JSON.stringify(view.question)}" data-known="${t('passkeys.known')}" data-not-used="${t('passkeys.notUsed')}" data-unusable="${t(view.kind === 'make' ? 'passkeys.addFailed' : 'passkeys.unusable')}" hidden>
<input type="hidden" name="token" value="${view.token}">
<input type="hidden" name="answer" value="">
${view.more}
<button class="button${view.main ? '' : ' second'}">${view.label}</button>
<p class="error" role="alert" hidden></p>
</form>`;
}
