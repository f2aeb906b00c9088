import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { testFolder } from '../postgres/test-server.ts';
import { portIsFree } from '../processes/processes.ts';
import { type Engine, missingForEngine, startEngine } from './engine-nodes.ts';

/**
 * A cluster of three nodes for one test, which kills them. Controlled by lines on standard input: `start`, answered by
 * `{ urls }` or `{ missing }` as a line of JSON, `kill N` and `restart N`, answered by `{}`. Ends with the input.
 */
const NODES = 3;
/** Ports of nodes for each other, from those for requests. */
const TRANSPORT = 100;

let engine: Engine | undefined;

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await follow(line)));
await engine?.stop();
rmSync(testFolder, { recursive: true, force: true });

async function follow(line: string): Promise<{ urls?: string[]; missing?: string }> {
  const [command, node] = line.split(' ');
  if (command === 'start') {
    const missing = missingForEngine();
    if (missing) return { missing };
    const port = await freePorts();
    const dataDir = path.join(testFolder, `search-engine-${port}`);
    engine = await startEngine({ nodes: NODES, port, memory: '512m', dataDir, say: console.error });
    return { urls: engine.urls };
  }
  if (command === 'kill') engine?.kill(Number(node));
  else if (command === 'restart') engine?.restart(Number(node));
  else throw new Error(`unknown: ${line}`);
  return {};
}

/** Returns the first of three free ports whose neighbors for the nodes are free too. */
async function freePorts(): Promise<number> {
  for (;;) {
    // The program that runs a node refuses ports above 9299.
    const first = 8300 + Math.floor(Math.random() * 600);
    const ports = [first, first + TRANSPORT].flatMap((from) => [from, from + 1, from + 2]);
    const free = await Promise.all(ports.map((port) => portIsFree(port)));
    if (free.every(Boolean)) return first;
  }
}
