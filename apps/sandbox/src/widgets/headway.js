// Replaces the product updates provider: adds a badge to an existing element and opens a box next
// to it.
(() => {
  const KEY = 'sandbox-headway-seen';
  const widget = window.sandboxWidget('headway');

  function makeWidget() {
    let settings = null;
    let place = null;
    let box = null;
    const unseen = () => (localStorage.getItem(KEY) ? 0 : 2);
    const hide = () => {
      if (!box) return;
      box.remove();
      box = null;
      settings.callbacks?.onHideWidget?.();
    };
    const own = {
      getUnseenCount: unseen,
      init(given) {
        place = given?.account && document.querySelector(given.selector ?? '');
        widget.record('init', [given ?? null], place ? null : 'Requires an account and an existing element.');
        if (!place) return;
        settings = given;
        if (given.trigger) {
          for (const trigger of document.querySelectorAll(given.trigger))
            trigger.addEventListener('click', own.show);
        }
        setTimeout(() => settings.callbacks?.onWidgetReady?.(own), 150);
      },
      show() {
        widget.record('show', [], settings ? null : 'Not running.');
        if (!settings || box) return;
        box = document.createElement('div');
        box.id = 'HW_frame_cont';
        box.setAttribute('role', 'dialog');
        box.setAttribute('aria-label', 'Product updates of the sandbox');
        box.textContent = 'Updates, by the sandbox';
        Object.assign(box.style, {
          position: 'fixed',
          right: '24px',
          bottom: '48px',
          width: '320px',
          padding: '24px',
          background: 'Canvas',
          color: 'CanvasText',
          boxShadow: '0 0 24px rgb(0 0 0 / 30%)',
          zIndex: '2147483000',
        });
        document.body.append(box);
        localStorage.setItem(KEY, 'yes');
        settings.callbacks?.onShowWidget?.();
      },
      hide() {
        widget.record('hide', [], settings ? null : 'Not running.');
        hide();
      },
      destroy() {
        widget.record('destroy', [], settings ? null : 'Not running.');
        hide();
        settings = null;
      },
    };
    // A click outside closes it, including the one that opened it.
    document.addEventListener('click', (event) => {
      if (box && !box.contains(event.target)) hide();
    });
    return own;
  }

  const first = makeWidget();
  window.Headway = { ...first, getNewWidget: makeWidget };
  widget.record('load', []);
})();
