import type { Config } from '../config.ts';
import { type Html, html, layout, type Part } from './layout.ts';

/** What every page inside a login has in common. */
export interface LoginView {
  /** Path of the interaction, without a slash at its end. */
  base: string;
  /** Binds the form to this browser's login. */
  token: string;
  /** Where the person goes back to, such as `localhost:3000`. */
  appHost: string;
}

const TABS = [
  { tab: 'login', label: 'Log in' },
  { tab: 'signup', label: 'Sign up' },
] as const;

/** The one screen for logging in and signing up, with the fitting tab selected. */
export function entryPage(
  config: Config,
  view: LoginView,
  page: {
    tab: (typeof TABS)[number]['tab'];
    failed: boolean;
    scripts?: string[];
    lead: Part;
    body: Html;
  },
): string {
  const { base } = view;
  return layout(config, {
    title: TABS.find(({ tab }) => tab === page.tab)?.label ?? '',
    failed: page.failed,
    scripts: page.scripts ?? [],
    body: html`<h1>Log in or sign up</h1>
<nav class="tabs" aria-label="Log in or sign up">${TABS.map(
      ({ tab, label }) =>
        html`<a href="${base}/${tab}"${tab === page.tab && html` aria-current="page"`}>${label}</a>`,
    )}</nav>
${page.lead}
${page.body}
${returnNote(view)}`,
  });
}

/** Tells where the person goes back to. */
export const returnNote = ({ appHost, base }: LoginView): Html =>
  html`<p class="note">You'll return to ${appHost} when you're done. <a href="${base}/cancel">Cancel</a></p>`;
