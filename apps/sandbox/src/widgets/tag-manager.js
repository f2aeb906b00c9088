// Replaces the tag manager's container: logs what is pushed, in order, and what tags would misread.
(() => {
  const widget = window.sandboxWidget('tag-manager');
  const layer = window.dataLayer;
  const container = new URL(widget.script.src).searchParams.get('id') ?? '';
  const told = new Set();
  let before = null;

  /** Returns why tags would misread an entry; null if they wouldn't. */
  function mistakeOf(entry) {
    if (/[^\s@"]+@[^\s@"]+\.[a-z]{2,}/i.test(JSON.stringify(entry) ?? ''))
      return 'Contains an email address.';
    if (entry?.event === 'page_view' && !/^(\/[a-z$-]*)+$/i.test(entry.page_path ?? ''))
      return 'page_path is missing or holds more than the name of a screen.';
    if (entry?.event !== 'purchase') return null;
    const { transaction_id, value, currency, items } = entry.ecommerce ?? {};
    if (!before || before.ecommerce !== null) return 'ecommerce was not cleared first.';
    if (typeof value !== 'number') return 'value is not a number.';
    if (!/^[A-Z]{3}$/.test(currency ?? '')) return 'currency is not a currency code.';
    if (!transaction_id || told.has(transaction_id)) return 'transaction_id is missing or a duplicate.';
    if (!Array.isArray(items) || items.length === 0 || items.length > 200)
      return 'items are missing or too many.';
    if (items.some((item) => !item.item_id && !item.item_name)) return 'An item has neither id nor name.';
    if (items.some((item) => 'price' in item && typeof item.price !== 'number'))
      return 'A price is not a number.';
    told.add(transaction_id);
    return null;
  }

  function take(entry) {
    widget.record('push', [entry], mistakeOf(entry));
    before = entry;
  }

  if (!/^GTM-[A-Z0-9]+$/.test(container)) widget.record('load', [container], 'Unknown container.');
  else if (!Array.isArray(layer)) widget.record('load', [container], 'dataLayer was not defined first.');
  else {
    widget.record('load', [container]);
    for (const entry of layer) take(entry);
    const push = layer.push.bind(layer);
    layer.push = (...entries) => {
      entries.forEach(take);
      return push(...entries);
    };
  }
})();
