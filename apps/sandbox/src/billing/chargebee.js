// Replaces the provider's browser script: opens a hosted page in a frame, or in a separate window
// on phones, and reports its events. Events prove no payment; the server must check.
(() => {
  const NARROW = 768;
  let instance = null;
  let open = null;

  /**
   * The frame over the page. Styles are set individually, which every content security policy
   * allows.
   */
  function makeFrame(url, onClose) {
    const before = document.activeElement;
    const cover = document.createElement('div');
    cover.id = 'cb-container';
    cover.setAttribute('role', 'dialog');
    cover.setAttribute('aria-modal', 'true');
    cover.setAttribute('aria-label', 'Checkout');
    Object.assign(cover.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      background: 'rgb(0 0 0 / 55%)',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
    });
    const box = document.createElement('div');
    Object.assign(box.style, {
      position: 'relative',
      width: 'min(100%, 560px)',
      height: 'min(100%, 760px)',
      background: 'Canvas',
      borderRadius: '12px',
      overflow: 'hidden',
    });
    const frame = document.createElement('iframe');
    frame.id = 'cb-frame';
    frame.name = 'cb-frame';
    frame.title = 'Checkout';
    frame.src = url;
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = '\u00d7';
    close.setAttribute('aria-label', 'Close checkout');
    Object.assign(close.style, {
      position: 'absolute',
      top: '8px',
      right: '8px',
      width: '32px',
      height: '32px',
      font: '20px/1 system-ui, sans-serif',
      color: 'CanvasText',
      background: 'Canvas',
      border: '1px solid GrayText',
      borderRadius: '8px',
      cursor: 'pointer',
    });
    close.addEventListener('click', onClose);
    const onKey = (key) => {
      if (key.key !== 'Escape') return;
      // Leave the page under the frame unchanged.
      key.stopImmediatePropagation();
      onClose();
    };
    window.addEventListener('keydown', onKey, true);
    box.append(frame, close);
    cover.append(box);
    document.body.append(cover);
    frame.focus();
    return {
      target: () => frame.contentWindow,
      remove() {
        window.removeEventListener('keydown', onKey, true);
        cover.remove();
        if (before instanceof HTMLElement) before.focus();
      },
    };
  }

  /** A separate window, opened during the click and navigated later. */
  function makeWindow(opened, url, onClose) {
    opened.location.href = url;
    const watching = setInterval(() => {
      if (opened.closed) onClose();
    }, 500);
    return {
      target: () => opened,
      remove() {
        clearInterval(watching);
        if (!opened.closed) opened.close();
      },
    };
  }

  async function openCheckout(options) {
    closeAll();
    const opened = window.innerWidth < NARROW ? window.open('', 'cb-window') : null;
    let page;
    try {
      page = options.hostedPage ? await options.hostedPage() : { url: await options.url() };
      if (!page?.url) throw new Error('hostedPage() must resolve to a hosted page with its url.');
    } catch (error) {
      opened?.close();
      options.error?.(error);
      return;
    }
    const address = new URL(page.url);
    address.searchParams.set('framed', 'yes');
    const finish = () => {
      if (!open) return;
      const { view, listener } = open;
      open = null;
      window.removeEventListener('message', listener);
      view.remove();
      options.close?.();
    };
    let paid = false;
    const listener = ({ origin, source, data }) => {
      if (origin !== address.origin || source !== open?.view.target() || data?.source !== 'sandbox-billing')
        return;
      if (data.event === 'loaded') {
        options.loaded?.();
        options.step?.('payment_screen');
      } else if (data.event === 'success' && !paid) {
        paid = true;
        options.step?.('thankyou_screen');
        options.success?.(data.id);
      } else if (data.event === 'server_error' || data.event === 'expired')
        options.error?.(new Error(data.event));
      else if (data.event === 'cancelled' || data.event === 'close') finish();
    };
    window.addEventListener('message', listener);
    const view = opened ? makeWindow(opened, address.href, finish) : makeFrame(address.href, finish);
    open = { view, listener, finish };
  }

  function closeAll() {
    open?.finish();
  }

  window.Chargebee = {
    init(options) {
      if (!options?.site) throw new Error('Chargebee.init needs the name of the site.');
      instance = { site: options.site, openCheckout, closeAll, logout() {} };
      return instance;
    },
    getInstance() {
      if (!instance) throw new Error('Chargebee.init was not called.');
      return instance;
    },
    registerAgain() {},
  };
})();
