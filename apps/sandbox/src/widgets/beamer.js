// Replaces the product updates provider: requires its settings first, counts unread updates, opens
// a panel.
(() => {
  const KEY = 'sandbox-beamer-seen';
  const widget = window.sandboxWidget('beamer');
  const settings = window.beamer_config;
  const seenBy = () => `${KEY}:${settings?.user_id ?? 'visitor'}`;
  let panel = null;
  let running = false;

  const tellUnread = (unread) => {
    if (typeof settings?.callback === 'function') settings.callback(unread);
  };

  function draw() {
    panel = document.createElement('div');
    panel.id = 'beamerOverlay';
    panel.setAttribute('role', 'dialog');
    panel.setAttribute('aria-label', 'Product updates of the sandbox');
    Object.assign(panel.style, {
      position: 'fixed',
      top: '0',
      right: '0',
      bottom: '0',
      zIndex: '2147483000',
      width: 'min(100%, 360px)',
      padding: '24px',
      background: 'Canvas',
      color: 'CanvasText',
      boxShadow: '0 0 24px rgb(0 0 0 / 30%)',
      font: '14px/1.5 system-ui, sans-serif',
    });
    const title = document.createElement('h2');
    title.textContent = 'Updates, by the sandbox';
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'Close';
    close.addEventListener('click', () => window.Beamer.hide());
    panel.append(title, close);
    document.body.append(panel);
    close.focus();
  }

  const acts = {
    init() {
      running = true;
      // It queries its server first.
      setTimeout(() => tellUnread(localStorage.getItem(seenBy()) ? 0 : 3), 150);
    },
    show() {
      if (!panel) draw();
      localStorage.setItem(seenBy(), 'yes');
      tellUnread(0);
    },
    hide() {
      panel?.remove();
      panel = null;
    },
    update() {},
    destroy() {
      acts.hide();
      running = false;
    },
  };
  window.Beamer = Object.fromEntries(
    Object.entries(acts).map(([name, act]) => [
      name,
      (...args) => {
        const refused = running || name === 'init' ? null : 'Not running.';
        widget.record(name, args, refused);
        if (!refused) act(...args);
      },
    ]),
  );
  if (!settings?.product_id) widget.record('load', [], 'beamer_config.product_id is missing.');
  else if (settings.lazy) widget.record('load', [settings]);
  else {
    widget.record('load', [settings]);
    window.Beamer.init();
  }
})();
