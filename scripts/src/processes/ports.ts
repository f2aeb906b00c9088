/** An instance's ports, at fixed offsets from its base. */
export type Ports = {
  web: number;
  portal: number;
  api: number;
  auth: number;
  sandbox: number;
  sandboxMail: number;
  /** The sandbox's IMAP server. */
  sandboxImap: number;
  /** Where the API receives replies and bounces. */
  inboundMail: number;
  /** The sandbox's DNS server. */
  sandboxDns: number;
  database: number;
};

/** URLs of the hosts; all `http://localhost:PORT`. */
export type Addresses = {
  webUrl: string;
  portalUrl: string;
  apiUrl: string;
  authUrl: string;
  sandboxUrl: string;
  /** `smtp://127.0.0.1:PORT`, the sandbox's mail server. */
  smtpUrl: string;
};

export const defaultPortBase = 3000;

/** The largest offset from the base. */
const highestOffset = 1053;

/**
 * Linux's first ephemeral port (`net.ipv4.ip_local_port_range`). From there on, an outgoing
 * connection may already use a host's port.
 */
const firstEphemeralPort = 32_768;

/** The highest base whose ports are all below {@link firstEphemeralPort}. */
export const highestBase = firstEphemeralPort - 1 - highestOffset;

/** @param base the instance's base port, 3000 by default */
export function portsOf(base: number): Ports {
  return {
    web: base,
    portal: base + 1,
    api: base + 1000,
    auth: base + 1001,
    sandbox: base + 1002,
    sandboxMail: base + 1025,
    sandboxImap: base + 1043,
    inboundMail: base + 1026,
    database: base + 1032,
    sandboxDns: base + highestOffset,
  };
}

/** @param base the instance's base port */
export function addressesOf(base: number): Addresses {
  const ports = portsOf(base);
  return {
    webUrl: `http://localhost:${ports.web}`,
    portalUrl: `http://localhost:${ports.portal}`,
    apiUrl: `http://localhost:${ports.api}`,
    authUrl: `http://localhost:${ports.auth}`,
    sandboxUrl: `http://localhost:${ports.sandbox}`,
    smtpUrl: `smtp://127.0.0.1:${ports.sandboxMail}`,
  };
}

/** Ports above 1023 that browsers block (WHATWG Fetch, port blocking). */
const refused = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Returns the first host of a base that browsers would block, or undefined. */
export function refusedPort(base: number): number | undefined {
  const { web, portal, api, auth, sandbox } = portsOf(base);
  return [web, portal, api, auth, sandbox].find((port) => refused.has(port));
}
