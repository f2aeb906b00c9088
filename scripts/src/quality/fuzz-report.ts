import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** What we read of an event of schemathesis (NDJSON). */
type Event = {
  ScenarioFinished?: {
    recorder: {
      label: string;
      /** Absent in a scenario that sent nothing. */
      interactions?: Record<string, { request: Sent; response?: Answer | null }>;
      checks?: Record<string, { name: string; status: string; failure_info?: { failure?: Details } }[]>;
    };
  };
  NonFatalError?: { label: string; value: { type: string; message: string } };
};
type Sent = { method: string; uri: string; body?: { $base64?: string } | string | null };
type Answer = {
  status_code: number;
  headers: Record<string, string[]>;
  content?: { $base64?: string } | string | null;
};
type Details = { title: string; message: string };

/**
 * Reads a round's report: requests, answers by status, and the first of the failures of each call and check.
 * @param log of the API, for what it says about server errors
 */
export async function findFailures(file: string, log: string) {
  const statuses = new Map<string, number>();
  const failures = new Map<string, string>();
  let requests = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { ScenarioFinished: scenario, NonFatalError: error } = JSON.parse(line) as Event;
    // schemathesis couldn't test the call at all.
    if (error) failures.set(`${error.label} error`, `${error.label}: ${error.value.message}`);
    if (!scenario) continue;
    const { label, interactions = {}, checks = {} } = scenario.recorder;
    for (const { response } of Object.values(interactions)) {
      requests += 1;
      const status = String(response?.status_code ?? 'none');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    for (const [id, results] of Object.entries(checks))
      for (const { name, status, failure_info } of results) {
        const sent = interactions[id]?.request;
        if (status === 'success' || !sent) continue;
        // The API takes `null` for no body, which calls without required fields accept.
        if (name === 'negative_data_rejection' && sent.body && textOf(sent.body) === 'null') continue;
        const details = failure_info?.failure;
        const body = sent.body ? `\n    ${textOf(sent.body).slice(0, 1000)}` : '';
        const text = `${label}: ${details?.title ?? name}\n    ${details?.message.slice(0, 600) ?? ''}`;
        const key = `${sent.method} ${label} ${name}`;
        const answer = interactions[id]?.response;
        const error = answer && answer.status_code >= 500 ? `\n    ${errorOf(answer, log)}` : '';
        if (!failures.has(key))
          failures.set(key, `${text}\n    ${sent.method} ${sent.uri.slice(0, 500)}${body}${error}`);
      }
  }
  return { requests, statuses, failures };
}

/** Returns a server error's status and text, and its lines of the log. */
function errorOf({ status_code, headers, content }: Answer, log: string): string {
  const id = headers['x-request-id']?.[0] ?? 'none';
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes(id) && /"err|error"/.test(line));
  return [`${status_code} ${content ? textOf(content) : ''}`, ...lines].join('\n    ').slice(0, 3000);
}

function textOf(body: { $base64?: string } | string): string {
  if (typeof body === 'string') return body;
  return Buffer.from(body.$base64 ?? '', 'base64').toString();
}

/** Prints findings with a request that shows each. */
export function printFailures(failures: Map<string, string>): void {
  for (const text of failures.values()) console.log(`\n${text}`);
  if (failures.size > 0) console.log('');
}
