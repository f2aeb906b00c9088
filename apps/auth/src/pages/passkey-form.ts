import type { PasskeyQuestion } from '../proofs/passkey-questions.ts';
import { type Html, html, type Part } from './html.ts';

/** A form that the passkeys of this browser answer. Hidden until the script has seen that there may be some. */
export function passkeyForm(view: {
  action: string;
  token: string;
  question: PasskeyQuestion;
  label: string;
  /** `make` adds a passkey, `get` asks for one. */
  kind?: 'get' | 'make';
  /** Inputs that go along. */
  more?: Part;
  main?: boolean;
}): Html {
  return html`<form method="post" action="${view.action}" data-passkey="${view.kind ?? 'get'}" data-question="${JSON.stringify(view.question)}" hidden>
<input type="hidden" name="token" value="${view.token}">
<input type="hidden" name="answer" value="">
${view.more}
<button class="button${view.main ? '' : ' second'}">${view.label}</button>
<p class="error" role="alert" hidden></p>
</form>`;
}
