import path from 'node:path';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { LANGUAGE_TAGS, type Language } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';
import type { RenderedPage } from './visitor-pages.tsx';

let pages: Map<string, RenderedPage>;
beforeAll(async () => {
  const { renderedPages } = await import('./visitor-pages.tsx');
  pages = new Map(renderedPages().map((page) => [page.path, page]));
});

const page = (path: string): RenderedPage => {
  const found = pages.get(path);
  if (!found) throw new Error(`There is no page ${path}.`);
  return found;
};
/** Part of a page, from a piece of its HTML to another. */
const part = (path: string, from: string, to: string): string =>
  page(path).html.split(from)[1]?.split(to)[0] ?? '';
const texts = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[ >][\\s\\S]*?</${tag}>`, 'g'))].map(([one]) =>
    one.replace(/<[^>]+>/g, '').trim(),
  );
const targets = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, target = '']) => target);

test('[R1.035] [R1.036] [R2.008] [R2.009] the pages for visitors have their titles, and one heading each', () => {
  for (const [path, title] of [
    ['/pricing', 'Pricing | Troupe'],
    ['/book-a-demo', 'Book a Demo | Brands'],
    ['/demo-confirmation', 'Demo Booked | Brands'],
    ['/terms', 'Terms | Troupe'],
    ['/faq', 'FAQ | Troupe'],
  ] as const)
    expect(page(path).title).toBe(title);
  for (const { html, description } of pages.values()) {
    expect(texts(html, 'h1')).toHaveLength(1);
    expect(description.length).toBeLessThan(190);
  }
  const listed = [...pages.values()].filter((one) => one.listed).map(({ path }) => path);
  expect(listed).toEqual(['/pricing', '/book-a-demo', '/terms', '/faq']);
});

test('[R2.011] [R9.024] [R9.025] [R9.026] [R1.038] the pages say how many creators there are, and carry three testimonials', () => {
  expect(page('/book-a-demo').html).toContain('175,000+ creators');
  const pricing = page('/pricing').html.replace(/<[^>]+>/g, '');
  expect(pricing).toContain('250,000+ micro-influencers');
  expect(pricing).toContain('400M+ profiles');
  for (const path of ['/book-a-demo', '/pricing'])
    expect(texts(page(path).html, 'blockquote')).toHaveLength(3);
});

test('[R2.112] pages for visitors that are not made for phones carry the warning about small screens', () => {
  const warned = [...pages.values()].filter(({ html }) => html.includes('not optimized for small screens'));
  expect(warned.map(({ path }) => path)).toEqual(['/order-integration-install']);
});

test('visitors are offered add-ons that are built, and no analytics', () => {
  const { html } = page('/pricing');
  expect(targets(html)).toContain('/signup/paid-ads-management');
  expect(targets(html)).toContain('/signup/affiliate');
  const row = part('/pricing', 'Affiliate Integration', '</li>').replace(/<[^>]+>/g, ' ');
  expect(row).toContain('$95 per month');
  expect(html).toContain('Lists, campaigns and inbox in every plan');
  expect(html.toLowerCase()).not.toContain('analytics');
  expect(page('/terms').html).not.toContain('not for sale yet');
});

test('[R2.010] the demo-booked page leads to the prices', () => {
  const { html } = page('/demo-confirmation');
  expect(html).toMatch(/<a [^>]*href="\/pricing"[^>]*><span[^>]*>View Pricing<\/span><\/a>/);
});

test('[R1.034] [R2.122] [R2.123] [R2.124] the footer of each has links for brands and creators, and social icons', () => {
  for (const path of pages.keys()) {
    const footer = part(path, '<footer', '</footer>');
    const [brands = '', creators = ''] = [...footer.matchAll(/<nav [\s\S]*?<\/nav>/g)].map(([nav]) => nav);
    expect(texts(brands, 'a')).toEqual(['Home', 'Pricing', 'Terms', 'Contact', 'FAQ']);
    expect(texts(creators, 'h2')).toEqual(['Creators']);
    expect(texts(creators, 'a').length).toBeGreaterThan(1);
    const icons = [...footer.matchAll(/<a [^>]*aria-label="([^"]*)"[^>]*><svg/g)].map(([, name]) => name);
    expect(icons).toEqual(['Instagram', 'TikTok', 'YouTube']);
  }
});

test('[R2.098] [R2.099] [R2.100] [R2.101] [R2.102] [R2.103] [R2.105] [R2.106] the header of each has its links and the ways in, and so has the menu of phones', () => {
  const links = ['Collaboration Hub', 'Pricing', 'Blog', 'Contact', 'Help Center'];
  const waysIn = ['Log In', 'Sign Up', 'Request Demo'];
  for (const path of pages.keys()) {
    const header = part(path, '<header', '</header>');
    expect(texts(header, 'a')).toEqual(['Troupe', ...links, ...waysIn]);
    expect(texts(part(path, 'popover="auto"', '</nav></div></div>'), 'a')).toEqual([...links, ...waysIn]);
  }
  expect(part('/pricing', '<header', '</header>')).toContain('aria-current="page">Pricing<');
});

test('every link has a configured target or a page of our own', () => {
  const known = new Set([...pages.keys(), '/', '/campaigns', '/updates', '/login', '/signup']);
  for (const { path, html } of pages.values()) {
    for (const target of targets(html)) {
      const own = (/^\{\{link:\w+\|(.*)\}\}$/.exec(target)?.[1] ?? target).replace(/\?language=.*/, '');
      const [address = '', anchor] = own.split('#');
      const there = address === '' ? path : address;
      if (/^\{\{(apiUrl|portalOrigin)\}\}/.test(there) || there.startsWith('/signup/')) continue;
      expect([...known], `${target} on ${path}`).toContain(there);
      if (anchor) expect(page(there).html, target).toContain(`id="${anchor}"`);
    }
  }
});

test('the form is sent to the API by the browser itself where there are no scripts', () => {
  const form = part('/book-a-demo', '<form', '</form>');
  expect(form).toContain('action="{{apiUrl}}/demo-requests/form" method="post"');
  const names = [...form.matchAll(/<(?:input|select|textarea)[^>]*? name="(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['name', 'email', 'company', 'website', 'budget', 'message', 'subject']);
  expect(form.match(/ required=""/g)).toHaveLength(3);
});

test('the terms and the answers say the numbers of the plans as the product reads them', () => {
  const terms = page('/terms')
    .html.replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'");
  for (const said of [
    'one-time setup fee of $395',
    'Minimum subscription: three months',
    "Cancellation requires 30 days' notice",
    'automatic 5% payment processing fee',
    'both brand and creator',
    'Starter up to 5, Trailblazer up to 20, Bespoke up to 30',
  ])
    expect(terms).toContain(said);
  const data = JSON.stringify(page('/faq').data);
  expect(data).toContain('"@type":"FAQPage"');
  for (const question of texts(page('/faq').html, 'h3'))
    expect(data).toContain(question.replaceAll('&#x27;', "'"));
});

/** What is the same in every language: names, and what people type. */
const NAMES = new Set([
  ...['Troupe', 'Instagram', 'TikTok', 'YouTube', 'Collaboration Hub', 'FAQ', 'FAQ | Troupe', 'Troupe menu'],
  ...['Self-Serve', 'Starter', 'Trailblazer', 'Bespoke'],
  ...['Affiliate Integration', 'Paid Ads Management', 'Social Media Content Management'],
  ...['Maren Holt', 'Dario Conti', 'Priya Nair', 'Growth Lead, Solvane', 'Head of Brand, Larkmoor'],
  ...['English', 'Deutsch', 'Français', 'Español', 'Português (Brasil)'],
]);

const repository = path.resolve(import.meta.dirname, '..', '..', '..', '..', '..');
const catalogs = readCatalogs(repository, ['apps/web', 'packages/domain', 'packages/ui', 'packages/browser']);
const translated = async (language: Language): Promise<RenderedPage[]> => {
  const { renderedPages } = await import('./visitor-pages.tsx');
  return renderedPages(
    language,
    Object.fromEntries(catalogs.map(({ id, texts: of }) => [id, of[language] ?? {}])),
  );
};

/** Everything a page says: between its tags, in labels, and in what its scripts show. */
function said({ html, title, description, pictureText, data }: RenderedPage): string[] {
  const attributes = [...html.matchAll(/ (?:aria-label|placeholder|title|alt|data-text)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const scripts = [...html.matchAll(/ data-texts="([^"]*)"/g)].flatMap(([, json = '']) =>
    [...json.replaceAll('&quot;', '"').matchAll(/:"([^"]*)"/g)].map(([, text = '']) => text),
  );
  const facts = [...JSON.stringify(data ?? {}).matchAll(/"(?:name|text)":"([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...html.split(/<[^>]*>/), ...attributes, ...scripts, ...facts, title, description, pictureText]
    .map((text) => text.trim())
    .filter((text) => /[a-z]{2}/i.test(text) && !NAMES.has(text));
}

test.each(LANGUAGE_TAGS.filter((tag) => tag !== 'en'))(
  'the pages for visitors have no English text in %s',
  async (language) => {
    const others = await translated(language);
    expect(others.map(({ path: at, listed }) => [at, listed])).toEqual(
      [...pages.values()].map(({ path: at, listed }) => [at, listed]),
    );
    for (const other of others) {
      expect(other.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
      const english = new Set(said(page(other.path)));
      // Single words may be the same in two languages that share a script.
      const isLeftOver = (text: string) =>
        english.has(text) && (text.includes(' ') || language === 'ja' || language === 'ar');
      expect(said(other).filter(isLeftOver), other.path).toEqual([]);
      expect(targets(other.html)).toEqual(
        other.path === '/terms'
          ? expect.arrayContaining(targets(page('/terms').html))
          : targets(page(other.path).html),
      );
      expect(texts(other.html, 'h1')).toHaveLength(1);
      // Placeholders that nothing filled; those of the host and of the slider are filled later.
      expect(other.html.replace(/\{\{[^}]*\}\}+|data-text="[^"]*"/g, '')).not.toMatch(/\{\w+\}/);
    }
  },
);

test('amounts and numbers are written as each language does, and plan names stay', async () => {
  const text = async (language: Language) =>
    (await translated(language))
      .find(({ path: at }) => at === '/pricing')
      ?.html.replace(/<[^>]+>/g, ' ')
      .replace(/[\u00a0\u202f\u2068\u2069]/g, (mark) => (/\s/.test(mark) ? ' ' : '')) ?? '';
  for (const [language, amount, creators] of [
    ['de', '2.995 $', '250.000+'],
    ['fr', '2 995 $US', '250 000'],
    ['es', '2995 US$', '250 000'],
    ['pt-BR', 'US$ 2.995', '250 mil'],
    ['ja', '$2,995', '25万人以上'],
    ['ar', '$2,995', '250,000'],
  ] as const) {
    const shown = await text(language);
    expect(shown, language).toContain(amount);
    expect(shown, language).toContain(creators);
    expect(shown, language).toContain('Trailblazer');
  }
});

test('translated terms say that the English version is binding, and lead to it', async () => {
  for (const language of LANGUAGE_TAGS) {
    const terms = (await translated(language)).find(({ path: at }) => at === '/terms');
    expect(terms?.html.includes('href="/terms?language=en"'), language).toBe(language !== 'en');
  }
});

test('the footer offers every language by its own name, without scripts', () => {
  for (const path of pages.keys()) {
    const choice = part(path, 'class="site-footer-languages"', '</nav>');
    expect(texts(choice, 'a')).toEqual([
      ...['English', 'Deutsch', 'Français', 'Español', 'Português (Brasil)', '日本語', 'العربية'],
    ]);
    expect(targets(choice)).toContain('?language=pt-BR');
    expect(choice.match(/aria-current="true"/g)).toHaveLength(1);
  }
});
