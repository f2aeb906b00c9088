import { getEmailDomain, saveEmailDomain, verifyEmailDomain } from '@troupe/contract/outreach/email-domain';
import type { DomainRecord, EmailDomain } from '@troupe/domain/outreach/email-domain';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../../testing/test-sandbox.ts';

/** A brand with an owner, and helpers for its domain. */
export interface DomainOwner {
  brandId: string;
  person: TestPerson;
  /** A domain unique to this test. */
  domain: string;
  save(
    changes?: Partial<{ domain: string; fromName: string; fromAddress: string; dailyCap: number }>,
  ): Promise<EmailDomain>;
  read(): Promise<EmailDomain>;
  verify(): Promise<EmailDomain>;
  /** Publishes the suggested records, or some of them; returns their IDs by purpose. */
  publish(only?: (record: DomainRecord) => boolean): Promise<Map<string, string>>;
}

/** The API with the sandbox's name server as its resolver. */
export interface DomainWorld {
  t: TestApi;
  sandbox: TestSandbox;
  owner(options?: { domain?: string }): Promise<DomainOwner>;
  /** Publishes one record. */
  add(name: string, type: string, value: string, more?: object): Promise<string>;
  /** Makes lookups fail. */
  fail(name: string, failure: string, times?: number): Promise<void>;
  /** Stops lookup failures. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

let count = 0;

/** Starts the API and the sandbox. */
export async function startDomainWorld(): Promise<DomainWorld> {
  const sandbox = await startTestSandbox();
  const t = await startTestApi({ DNS_SERVERS: sandbox.dnsServer, SMTP_URL: sandbox.smtpUrl });
  const world: DomainWorld = {
    t,
    sandbox,
    async owner({ domain = `mail.acme${++count}.test` } = {}) {
      const brandId = await t.brand();
      const person = await t.person({ brandId, brandRole: 'owner' });
      const params = { brandId };
      const sure = ({ emailDomain }: { emailDomain: EmailDomain | null }) => {
        if (!emailDomain) throw new Error('There is no domain.');
        return emailDomain;
      };
      const owner: DomainOwner = {
        brandId,
        person,
        domain,
        save: async (changes = {}) => {
          const body = { domain, fromName: 'Alva of Acme', ...changes };
          return sure(
            await person.call(saveEmailDomain, {
              params,
              body: { fromAddress: `alva@${body.domain}`, ...body },
            }),
          );
        },
        read: async () => sure(await person.call(getEmailDomain, { params })),
        verify: async () => sure(await person.call(verifyEmailDomain, { params })),
        async publish(only = () => true) {
          const ids = new Map<string, string>();
          for (const record of (await owner.read()).records.filter(only))
            ids.set(record.purpose, await world.add(record.name, record.type, record.value));
          return ids;
        },
      };
      return owner;
    },
    async add(name, type, value, more = {}) {
      const { record } = await sandbox.call<{ record: { id: string } }>('POST', '/api/dns/records', {
        name,
        type,
        value,
        ...more,
      });
      return record.id;
    },
    async fail(target, failure, times) {
      await sandbox.call('POST', '/api/faults', {
        provider: 'dns',
        target,
        failure,
        ...(times ? { times } : {}),
      });
    },
    async heal() {
      await sandbox.call('DELETE', '/api/faults');
    },
    async stop() {
      await t.stop();
      await sandbox.stop();
    },
  };
  return world;
}

/** Returns the record with this purpose; the active one if there are several keys. */
export function recordOf(domain: EmailDomain, purpose: DomainRecord['purpose']): DomainRecord {
  const record = domain.records.find((one) => one.purpose === purpose);
  if (!record) throw new Error(`There is no ${purpose} record.`);
  return record;
}
