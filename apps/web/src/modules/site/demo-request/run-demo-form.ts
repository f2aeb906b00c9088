import { flagHeaders } from '../../../shared/brand/flags.ts';
import { marketingSourceOf } from '../../../shared/visitor/marketing-cookies.ts';

const KEPT = 'troupe.draft.demo-request';
const DONE = '/demo-confirmation';
const PATIENCE_MS = 20_000;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Answer = { message?: string; fields?: Record<string, string> };

/** What the script says; the form carries it in its language. */
export interface DemoFormTexts {
  submit: string;
  sending: string;
  check: string;
  notSent: string;
  tooMany: string;
  /** Errors by field. */
  fields: Record<string, string>;
}

/**
 * Hydrates the demo request form: typed values survive a reload and a failure, invalid fields show an error and get the
 * focus, and it is sent once. Works without React, for plain pages. Returns a function that stops it.
 */
export function runDemoForm(form: HTMLFormElement): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const controls = [...form.elements].filter(
    (one): one is Control => one instanceof HTMLElement && 'name' in one && one.name !== '' && !isButton(one),
  );
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  const failure = form.querySelector<HTMLElement>('[role="alert"]');
  const texts = () => JSON.parse(form.dataset.texts ?? '{}') as DemoFormTexts;
  let busy = false;

  // We say it ourselves, under each field.
  form.noValidate = true;
  restore(controls);

  function setBusy(now: boolean): void {
    busy = now;
    form.ariaBusy = now ? 'true' : null;
    if (!button) return;
    button.ariaDisabled = now ? 'true' : null;
    button.toggleAttribute('data-busy', now);
    const label = button.querySelector('.t-button-label') ?? button;
    label.textContent = now ? texts().sending : texts().submit;
  }

  function fail(text: string): void {
    if (!failure) return;
    failure.hidden = text === '';
    // Set after it is shown, or else it is not announced.
    failure.textContent = text;
  }

  /** Marks the fields that cannot be used and goes to the first of them. */
  function mark(errors: Record<string, string>): void {
    const wrong = controls.filter((control) => setError(control, errors[control.name]));
    wrong[0]?.focus();
    fail(wrong.length > 0 ? texts().check : '');
  }

  async function send(): Promise<void> {
    setBusy(true);
    fail('');
    try {
      const response = await post(form.dataset.call ?? form.action, valuesOf(controls));
      if (response.ok) {
        keep({});
        location.assign(DONE);
        // It stays busy until the next page is there.
        return;
      }
      const { message, fields } = (await response.json()) as Answer;
      setBusy(false);
      if (response.status === 422 && fields) mark(inPageLanguage(fields));
      else fail(isEnglish(form) && message ? message : failureText(response.status));
    } catch {
      setBusy(false);
      fail(texts().notSent);
    }
  }

  const failureText = (status: number) => (status === 429 ? texts().tooMany : texts().notSent);
  /** The API answers in English; the form knows what each field asks for. */
  const inPageLanguage = (fields: Record<string, string>) =>
    isEnglish(form)
      ? fields
      : Object.fromEntries(
          Object.entries(fields).map(([name, text]) => [name, texts().fields[name] ?? text]),
        );
  const wrongOf = (control: Control) => errorOf(control, texts().fields);

  form.addEventListener(
    'input',
    ({ target }) => {
      const control = controls.find((one) => one === target);
      if (control?.ariaInvalid) setError(control, wrongOf(control));
      keep(valuesOf(controls));
    },
    { signal },
  );
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (busy) return;
      const errors = Object.fromEntries(controls.flatMap((one) => [[one.name, wrongOf(one) ?? '']]));
      if (Object.values(errors).some(Boolean)) mark(errors);
      else void send();
    },
    { signal },
  );
  // Back from the page after it: the form can be sent again.
  addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false), { signal });
  return () => ended.abort();
}

const valuesOf = (controls: Control[]): Record<string, string> =>
  Object.fromEntries(controls.map(({ name, value }) => [name, value]));

/** Restores typed values after a reload. */
function restore(controls: Control[]): void {
  const kept = readKept();
  for (const control of controls) {
    const text = kept[control.name];
    if (typeof text === 'string' && control.value === '') control.value = text;
  }
}

function post(address: string, fields: Record<string, string>): Promise<Response> {
  const source = marketingSourceOf(document.cookie);
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...flagHeaders() },
    body: JSON.stringify({
      ...fields,
      took: Math.round(performance.now()),
      ...(source ? { source } : {}),
    }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

const isEnglish = (form: HTMLElement) => form.ownerDocument.documentElement.lang === 'en';

const isButton = (element: HTMLElement) => element.matches('button, [type="submit"]');

/** What is wrong with a field; undefined when nothing is. */
function errorOf(control: Control, texts: Record<string, string>): string | undefined {
  const text = texts[control.name];
  const blank = control.required && control.value.trim() === '';
  return blank || !control.validity.valid ? text : undefined;
}

/** Writes an error under a field, or takes it away; whether there is one now. */
function setError(control: Control, text: string | undefined): boolean {
  const id = `${control.id}-error`;
  const field = control.closest('.t-field');
  const note =
    document.getElementById(id) ??
    Object.assign(document.createElement('div'), { id, className: 't-field-note' });
  if (!text || !field) {
    note.remove();
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
    return false;
  }
  note.dataset.error = 'true';
  note.textContent = text;
  field.append(note);
  control.ariaInvalid = 'true';
  control.setAttribute('aria-describedby', id);
  return true;
}

function readKept(): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function keep(fields: Record<string, string>): void {
  try {
    if (Object.values(fields).some(Boolean)) sessionStorage.setItem(KEPT, JSON.stringify(fields));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Storage is unavailable; the text is still in the form.
  }
}
