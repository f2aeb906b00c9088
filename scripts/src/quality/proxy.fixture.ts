import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import path from 'node:path';
import { root } from '../folders.ts';

const program = process.env.CADDY ?? 'caddy';
const [, major = 0, minor = 0] =
  /^v?(\d+)\.(\d+)/.exec(spawnSync(program, ['version'], { encoding: 'utf8' }).stdout ?? '') ?? [];

/** Whether there is a Caddy that has all directives. */
export const hasCaddy = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 8);

/** Nodes of each host in `nodes.Caddyfile`; tests replace those of the API. */
const NODES = { WEB_NODES: '10.0.0.1:3000', PORTAL_NODES: '10.0.0.1:3001', AUTH_NODES: '10.0.0.1:4001' };

/** Runs Caddy on one of the files in `deploy/caddy`. */
export function caddy(args: readonly string[], file: string, apiNodes: string) {
  const env = Object.assign({}, process.env, NODES, { DOMAIN: 'troupe.test', API_NODES: apiNodes });
  const name = path.join(root, 'deploy/caddy', file);
  return spawnSync(program, [...args, '--config', name, '--adapter', 'caddyfile'], { encoding: 'utf8', env });
}

type Json = Record<string, unknown>;

/**
 * Starts Caddy with a file of `deploy/caddy`, without TLS, and with names from `dns`.
 * @param given.isPatient tries longer than an installation does, for machines that are busy with other tests
 */
export async function startProxy(
  file: string,
  given: { apiNodes?: string; dns?: number; apiPort?: number; isPatient?: boolean },
): Promise<CaddyProcess> {
  const { apiNodes, dns, apiPort, isPatient = true } = given;
  const { stdout, status, stderr } = caddy(['adapt'], file, apiNodes ?? '10.0.0.1:4000');
  if (status !== 0) throw new Error(stderr);
  const port = await freePort();
  const config = JSON.parse(stdout, (key, value) => {
    if (key === 'listen') return [`127.0.0.1:${port}`];
    if (key === 'try_duration' && isPatient) return 10 * value;
    if (value?.source !== 'a') return value;
    const apis = value.name === 'api' ? { port: String(apiPort) } : {};
    return { ...value, ...apis, resolver: { addresses: [`127.0.0.1:${dns}`] } };
  }) as { apps: { http: { servers: Record<string, Json> } } };
  for (const server of Object.values(config.apps.http.servers)) server.automatic_https = { disable: true };
  const whole = { ...config, admin: { disabled: true, config: { persist: false } } };
  const child = spawn(program, ['run', '--config', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  let log = '';
  const served = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('serving initial configuration')) resolve();
    });
    child.once('exit', () => reject(new Error(log)));
  });
  child.stdin.end(JSON.stringify(whole));
  await served;
  return new CaddyProcess(child, port);
}

/** A running Caddy. */
class CaddyProcess {
  readonly #child: ChildProcess;
  readonly #port: number;

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  /** Sends a request to the API's name; resolves when the answer starts. */
  async open(method = 'GET', headers: Record<string, string> = {}, body = ''): Promise<IncomingMessage> {
    const sent = request({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path: '/things',
      headers: { host: 'api.troupe.test', ...headers },
      agent: false,
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  /** Sends a request and returns the whole answer. */
  async send(method?: string, headers?: Record<string, string>, body?: string) {
    const response = await this.open(method, headers, body);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode, headers: response.headers, text };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

/** Stands for an API process at one address. */
export class Node {
  readonly host: string;
  readonly port: number;
  /** Bodies of the requests that arrived. */
  readonly received: string[] = [];
  isReady = true;
  /** Closes the connection of requests once they arrived, as a process does that is killed. */
  breaks = false;
  /** Open event streams. */
  streams = 0;
  #server: Server | null = null;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  async start(): Promise<this> {
    const server = createServer((asked, answer) => void this.#answer(asked, answer).catch(() => {}));
    server.listen(this.port, this.host);
    await once(server, 'listening');
    this.#server = server;
    return this;
  }

  kill(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.#server = null;
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (asked.url === '/readyz') return void answer.writeHead(this.isReady ? 200 : 503).end();
    let body = '';
    for await (const chunk of asked.setEncoding('utf8')) body += chunk;
    this.received.push(body);
    if (this.breaks) return void (answer.socket as Socket).destroy();
    if (asked.headers.accept === 'text/event-stream') {
      this.streams += 1;
      answer.on('close', () => {
        this.streams -= 1;
      });
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      const beat = setInterval(() => answer.write('data: one\n\n'), 20);
      answer.on('close', () => clearInterval(beat));
      return;
    }
    answer.end(this.host);
  }
}

/** Answers that the name `api` has these addresses. */
export async function startNames(
  addresses: () => readonly string[],
): Promise<{ port: number; stop(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    // Header of 12 bytes, then labels until a zero byte, type and class.
    const end = question.indexOf(0, 12) + 5;
    const isA = question.readUInt16BE(end - 4) === 1;
    const found = isA && question.subarray(13, 16).toString() === 'api' ? addresses() : [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = found.map((one) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, stop: () => socket.close() };
}

/** Returns a port that is free on all loopback addresses. */
export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
