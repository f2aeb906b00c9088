import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new signing secret as https://www.standardwebhooks.com writes it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** What is signed, and what it is signed with. */
interface Signed {
  id: string;
  timestamp: Date;
  body: string;
  /** The present secret, then the former one while it counts. */
  secrets: readonly string[];
}

/** The headers of an event: who it is, when it was sent, and a signature by each secret. */
export function signedHeaders({ id, timestamp, body, secrets }: Signed): Record<string, string> {
  const seconds = Math.floor(timestamp.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
