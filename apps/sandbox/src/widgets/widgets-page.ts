import { type Html, html } from '../page/html.ts';
import { page, timeTag } from '../page/layout.ts';
import { options, table } from '../page/page-parts.ts';
import {
  type WidgetCall,
  type WidgetFailure,
  type WidgetName,
  type WidgetStore,
  widgetNames,
} from './widget-store.ts';

const SHOWN = 100;

const NAMES: Record<WidgetName, string> = {
  intercom: 'Support messenger',
  beamer: 'Updates (Beamer)',
  headway: 'Updates (Headway)',
  'tag-manager': 'Tag manager',
};

const FAILURES: Record<WidgetFailure, string> = {
  missing: 'Is not found',
  slow: 'Comes after 5 s',
  broken: 'Is no script',
  throws: 'Fails while it runs',
};

const orderForm = (widget: WidgetName, now: WidgetFailure | undefined): Html =>
  html`<form method="post" action="/widgets/order" class="row"><input type="hidden" name="widget" value="${widget}">
<label>${NAMES[widget]}<select name="failure">${options({ '': 'Works', ...FAILURES }, now)}</select></label>
<button>Set</button></form>`;

const callRow = ({ at, widget, path, call, args, refused }: WidgetCall): Html =>
  html`<tr><td>${NAMES[widget]}</td><td>${call}</td><td title="${JSON.stringify(args)}"><code>${JSON.stringify(args)}</code></td><td>${path}</td><td>${refused ?? 'Taken'}</td><td class="number">${timeTag(at)}</td></tr>`;

/** What pages did with the widgets, and the forms that make these fail. */
export function widgetsPage(store: WidgetStore): string {
  const { calls, enforced } = store;
  const content = html`<div class="head"><div><h1>Widgets</h1>
<div class="quiet">Scripts of other companies on the dashboard. <code>WIDGETS=sandbox npm start</code> puts them there.</div></div></div>
<h2>How they behave</h2>
${widgetNames.map((widget) => orderForm(widget, store.failureOf(widget)))}
<form method="post" action="/widgets/enforced" class="row">
<label>Whoever cannot prove who they are<select name="enforced"><option value="yes">Is refused</option><option value="no"${!enforced && html` selected`}>Is let in</option></select></label>
<button>Set</button></form>
<h2>What pages did</h2>
${table(
  'What pages did',
  ['Widget', 'Call', 'With', 'Screen', 'Outcome', 'When'],
  calls.slice(0, SHOWN).map(callRow),
  'No page has asked for a widget since the sandbox started.',
)}
${calls.length > 0 && html`<form method="post" action="/widgets/forget"><button class="danger">Forget everything</button></form>`}`;
  return page({ title: 'Widgets', content, current: 'widgets' });
}
