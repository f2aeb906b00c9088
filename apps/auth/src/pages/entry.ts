import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
import { type Html, html, layout, linkTo, type Part } from './layout.ts';

/** Common parameters of login pages. */
export interface LoginView {
  /** Path of the interaction without trailing slash. */
  base: string;
  /** Binds the form to this browser's login. */
  token: string;
  /** Where the person returns to, such as `localhost:3000`. */
  appHost: string;
}

const tabs = () =>
  [
    { tab: 'login', label: t('entry.logIn') },
    { tab: 'signup', label: t('entry.signUp') },
  ] as const;

/** The combined log in and sign up page with the right tab selected. */
export function entryPage(
  config: Config,
  view: LoginView,
  page: {
    tab: ReturnType<typeof tabs>[number]['tab'];
    failed: boolean;
    scripts?: string[];
    lead: Part;
    body: Html;
  },
): string {
  const { base } = view;
  return layout(config, {
    title: tabs().find(({ tab }) => tab === page.tab)?.label ?? '',
    failed: page.failed,
    scripts: page.scripts ?? [],
    body: html`<h1>${t('entry.title')}</h1>
<nav class="tabs" aria-label="${t('entry.title')}">${tabs().map(
      ({ tab, label }) =>
        html`<a href="${base}/${tab}"${tab === page.tab && html` aria-current="page"`}>${label}</a>`,
    )}</nav>
${page.lead}
${page.body}
${returnNote(view)}`,
  });
}

/** Shows where the person returns to. */
export const returnNote = ({ appHost, base }: LoginView): Html =>
  html`<p class="note">${t.rich('entry.returnNote', { host: appHost, link: linkTo(`${base}/cancel`) })}</p>`;
