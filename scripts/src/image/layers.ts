import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** An instruction of a Dockerfile. */
export interface Instruction {
  name: string;
  /** Everything after the name, with continued lines joined. */
  rest: string;
}

/** A stage of a Dockerfile. */
export interface Stage {
  name: string;
  /** The image or stage that it begins with. */
  from: string;
  instructions: Instruction[];
}

/** Reads the stages of a Dockerfile. */
export function readStages(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text.replace(/\\\n\s*/g, ' ').split('\n');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [from = '', , as] = rest.split(/\s+/);
      stages.push({ name: as ?? `stage-${stages.length}`, from, instructions: [] });
    } else if (name) stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/** What the last stage of a Dockerfile declares for its containers. */
export interface Declared {
  environment: Record<string, string>;
  user: string;
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
}

/** Reads what containers are started with. */
export function declaredBy({ instructions }: Stage): Declared {
  const last = (name: string) => instructions.findLast((one) => one.name === name)?.rest ?? '';
  const list = (rest: string): string[] => JSON.parse(/\[.*\]/.exec(rest)?.[0] ?? '[]');
  const environment = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ rest }) => rest.split(/\s+/))
    .map((pair) => pair.split('=', 2) as [string, string]);
  return {
    environment: Object.fromEntries(environment),
    user: last('USER'),
    entrypoint: list(last('ENTRYPOINT')),
    command: list(last('CMD')),
    healthcheck: list(last('HEALTHCHECK')),
  };
}

export interface Building {
  /** The folder whose files are copied. */
  context: string;
  /** Returns whether a file of the context is left out (.dockerignore). */
  ignores(file: string): boolean;
  /** The folder that holds a folder for each stage. */
  into: string;
  /** Runs a command in a stage's folder. */
  runs(command: string, stage: Stage, folder: string): void;
}

/**
 * Carries out the steps of a Dockerfile without an engine: each stage becomes a folder that stands for `/`, and `RUN`
 * is left to the caller.
 * @returns the folder of the last stage
 */
export function buildLayers(stages: readonly Stage[], building: Building): string {
  let folder = '';
  // A stage inherits the working directory of the one that it begins with.
  const places = new Map<string, string>();
  for (const stage of stages) {
    folder = path.join(building.into, stage.name);
    mkdirSync(folder, { recursive: true });
    const base = path.join(building.into, stage.from);
    if (stages.some(({ name }) => name === stage.from)) copyTree(base, folder);
    let at = places.get(stage.from) ?? '/';
    for (const { name, rest } of stage.instructions) {
      if (name === 'WORKDIR') at = path.posix.resolve(at, rest);
      else if (name === 'COPY') copy(rest, at, folder, building);
      else if (name === 'RUN') building.runs(rest, stage, path.join(folder, at));
    }
    places.set(stage.name, at);
  }
  return folder;
}

function copy(rest: string, at: string, folder: string, { context, ignores, into }: Building): void {
  const words = rest.split(/\s+/);
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const paths = from ? words.slice(1) : words;
  const target = paths.at(-1) ?? '';
  const sources = paths.slice(0, -1);
  for (const source of sources) {
    const full = from ? path.join(into, from, source) : path.join(context, source);
    const place = path.join(folder, at, target);
    // Like Docker: into a folder if it ends in a slash or there are several, else under the new name.
    const inside = target.endsWith('/') || sources.length > 1 || target === './';
    const goal = inside ? path.join(place, path.basename(source)) : place;
    mkdirSync(path.dirname(goal), { recursive: true });
    if (from && statSync(full, { throwIfNoEntry: false })?.isFile()) cpSync(full, goal);
    else if (from) copyTree(full, goal);
    else
      cpSync(full, goal, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !ignores(path.relative(context, file)),
      });
  }
}

/** Copies by hard links where that is possible, which is fast; nothing changes a file of an earlier stage. */
export function copyTree(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  if (!existsSync(source)) throw new Error(`There is no ${source} to copy.`);
  const copyWith = (options: string) => spawnSync('cp', [options, `${source}/.`, target]);
  // Links don't reach another disk.
  const copied = [() => copyWith('-al'), () => copyWith('-a')].some((attempt) => attempt().status === 0);
  if (!copied) throw new Error(`${source} couldn't be copied.`);
}

/** Reads a `.dockerignore` with the patterns that ours has: folders and files at any depth, and paths. */
export function readIgnored(file: string): (name: string) => boolean {
  const patterns = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return (name) => patterns.some((pattern) => path.matchesGlob(name, pattern));
}
