import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './folders.ts';

/** A tool's exit status and, if captured, its output. */
export type Outcome = { ok: boolean; said: string };

/**
 * Runs a tool, by default in the repository root.
 * @param name in node_modules/.bin, or `node` for the current Node
 * @param quietly captures its output instead of printing it
 */
export function runTool(
  name: string,
  words: string[],
  how: { folder?: string; quietly?: boolean; env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { folder = root, quietly = false, env = process.env, signal } = how;
  return new Promise((resolve, reject) => {
    const child = spawn(
      name === 'node' ? process.execPath : path.join(root, 'node_modules', '.bin', name),
      words,
      {
        cwd: folder,
        env,
        stdio: ['ignore', quietly ? 'pipe' : 'inherit', quietly ? 'pipe' : 'inherit'],
      },
    );
    let said = '';
    child.stdout?.on('data', (part) => (said += part));
    child.stderr?.on('data', (part) => (said += part));
    const stop = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', stop);
    child.on('error', reject);
    child.on('close', (code) => {
      signal?.removeEventListener('abort', stop);
      resolve({ ok: code === 0, said });
    });
  });
}
