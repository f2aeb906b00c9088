import { type Locator, type Page, selectors } from '@playwright/test';

/** Elements that can have a role. Roles not listed are searched for by Playwright alone. */
const ELEMENTS: Partial<Record<Role, string>> = {
  button: 'button, summary, input, [role]',
  checkbox: 'input, [role]',
  combobox: 'input, select, [role]',
  dialog: 'dialog, [role]',
  heading: 'h1, h2, h3, h4, h5, h6, [role]',
  link: 'a, area, [role]',
  listitem: 'li, [role]',
  menuitem: '[role]',
  option: 'option, [role]',
  radio: 'input, [role]',
  row: 'tr, [role]',
  switch: '[role]',
  tab: '[role]',
  textbox: 'input, textarea, [role]',
};

type Role = Parameters<Page['getByRole']>[0];
type ByRole = (role: Role, options?: Parameters<Page['getByRole']>[1]) => Locator;
type Searched = { getByRole: ByRole; locator: (selector: string) => Locator };

/**
 * Runs in the page: parents of all elements that may have a role and a name.
 * @param body JSON text of `elements|name`; quotation marks of names would confuse Playwright
 */
const engine = () => ({
  queryAll(root: Element | Document, body: string): Element[] {
    const selector = JSON.parse(body) as string;
    const separator = selector.indexOf('|');
    const elements = selector.slice(0, separator);
    const squeeze = (text: string) => text.toLowerCase().replace(/[\s\u200b\u00ad]+/g, '');
    const name = squeeze(selector.slice(separator + 1));
    const named = '[aria-label], [aria-labelledby], [alt], [title], title, input, select, textarea';
    const mayBeNamed = (element: Element) => {
      if (!name || element.hasAttribute('aria-labelledby')) return true;
      const label = element.getAttribute('aria-label')?.trim();
      if (label) return squeeze(label).includes(name);
      if (element.matches('input, select, textarea, dialog, [title]')) return true;
      return squeeze(element.textContent ?? '').includes(name) || element.querySelector(named) !== null;
    };
    const found: Element[] = [];
    for (const element of root.querySelectorAll(elements)) {
      const parent = element.parentElement;
      // In document order, so a parent inside another one comes after it.
      if (!parent || found.at(-1)?.contains(parent) || !mayBeNamed(element)) continue;
      found.push(parent);
    }
    return found;
  },
  query(root: Element | Document, body: string): Element | null {
    return this.queryAll(root, body)[0] ?? null;
  },
});

await selectors.register('parents-of', engine, { contentScript: true });

/**
 * Makes `getByRole` faster: Playwright works out the role, visibility and name of every element of the
 * page each time, which takes a third of the pages' JavaScript time. Here it looks only inside the
 * parents of elements that come into question; what it finds stays the same.
 */
export function speedUpByRole(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Searched;
  const pages = Object.getPrototypeOf(page) as Searched;
  if (done.has(pages)) return;
  done.add(pages);
  const inside = locators.getByRole;
  for (const prototype of [pages, locators]) {
    const everywhere = prototype.getByRole;
    prototype.getByRole = function (role, options) {
      const elements = ELEMENTS[role];
      if (!elements) return everywhere.call(this, role, options);
      const name = typeof options?.name === 'string' ? options.name : '';
      return inside.call(this.locator(`parents-of=${JSON.stringify(`${elements}|${name}`)}`), role, options);
    };
  }
}

const done = new WeakSet<Searched>();
