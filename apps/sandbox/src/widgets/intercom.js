// Replaces the messenger: checks the order of commands, verifies identities, shows a launcher.
(() => {
  const KEY = 'sandbox-intercom-person';
  const widget = window.sandboxWidget('intercom');
  const listeners = [];
  let person = null;
  let launcher = null;

  const subjectOf = (jwt) => {
    try {
      const text = jwt.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
      return JSON.parse(atob(text)).user_id ?? null;
    } catch {
      return null;
    }
  };

  async function prove(settings) {
    const { app_id, intercom_user_jwt, user_hash, user_id, email } = settings;
    await widget.send('/widgets/intercom/identity', { app_id, intercom_user_jwt, user_hash, user_id, email });
  }

  function draw() {
    launcher = document.createElement('button');
    launcher.type = 'button';
    launcher.className = 'intercom-launcher';
    launcher.textContent = '?';
    launcher.setAttribute('aria-label', 'Open the support chat of the sandbox');
    Object.assign(launcher.style, {
      position: 'fixed',
      right: '20px',
      bottom: '20px',
      zIndex: '2147483000',
      width: '48px',
      height: '48px',
      borderRadius: '24px',
      border: '0',
      background: '#1f2937',
      color: '#fff',
      font: '600 20px/1 system-ui, sans-serif',
      cursor: 'pointer',
    });
    launcher.addEventListener('click', () => Intercom('show'));
    document.body.append(launcher);
  }

  const commands = {
    boot(args) {
      const settings = args[0] ?? window.intercomSettings ?? {};
      if (person) return 'Already running.';
      if (!window.intercomSettings?.app_id && !settings.app_id) return 'app_id is missing.';
      const id =
        subjectOf(settings.intercom_user_jwt ?? '') ?? settings.user_id ?? settings.email ?? 'visitor';
      const before = localStorage.getItem(KEY);
      if (before && before !== id) return 'The previous person was not shut down.';
      person = id;
      localStorage.setItem(KEY, id);
      void prove(settings).catch(() => {});
      if (!settings.hide_default_launcher) draw();
      setTimeout(() => {
        for (const listener of listeners) listener(1);
      }, 50);
      return null;
    },
    update(args) {
      if (!person) return 'Not running.';
      if (args[0]?.intercom_user_jwt) void prove({ ...window.intercomSettings, ...args[0] }).catch(() => {});
      return null;
    },
    shutdown() {
      if (!person) return 'Not running.';
      person = null;
      localStorage.removeItem(KEY);
      launcher?.remove();
      return null;
    },
    onUnreadCountChange(args) {
      listeners.push(args[0]);
      return null;
    },
  };
  for (const name of ['show', 'hide', 'showNewMessage'])
    commands[name] = () => (person ? null : 'Not running.');

  const waiting = window.Intercom?.q ?? [];
  window.Intercom = (name, ...args) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : () => 'Unknown command.';
    widget.record(String(name), args, command(args));
  };
  if (!window.intercomSettings?.app_id) widget.record('load', [], 'intercomSettings is missing.');
  for (const [name, ...args] of waiting) window.Intercom(name, ...args);
})();
