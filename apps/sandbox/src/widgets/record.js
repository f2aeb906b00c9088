// Prepended to each replacement script: reports what the page did with it, in order.
window.sandboxWidget = (name) => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const visit = crypto.randomUUID();
  const plain = (value, depth = 0) => {
    if (typeof value === 'function') return 'function';
    if (value === undefined) return 'undefined';
    if (typeof value !== 'object' || value === null || depth > 6) return value;
    if (Object.prototype.toString.call(value) === '[object Arguments]') return { command: [...value] };
    if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, depth + 1)]));
  };
  const send = (path, body) =>
    // Plain text avoids a CORS preflight.
    fetch(origin + path, { method: 'POST', body: JSON.stringify(body), keepalive: true });
  let line = Promise.resolve();
  return {
    script,
    origin,
    send,
    /** A call of the page; `refused` is what was wrong with it. */
    record(call, args, refused = null) {
      if (refused) console.error(`${name}: ${call} refused: ${refused}`);
      const body = { widget: name, visit, path: location.pathname, call, args: plain([...args]), refused };
      line = line.then(() => send('/widgets/calls', body)).catch(() => {});
    },
  };
};
