import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../page/page.ts';
import { registerControl } from '../platform/control.ts';
import { type Answer, answerCall, type Faults, ok, Refusal } from '../platform/faults.ts';

/** The key that the sandbox accepts. */
const KEY = 'sandbox-model-key';

/** What the simulated model knows: words and the filters it suggests for them. */
const KNOWN: Record<string, object> = {
  'zesty folks': { category: ['Comedy'] },
  'wave riders': { q: 'surfing' },
  'down under': { country: ['AU'] },
  'huge followings': { followersMin: 500_000 },
};

interface ChatRequest {
  model?: string;
  messages?: { role: string; content: string }[];
}

const failure = (status: number, message: string, type: string): Answer => ({
  status,
  body: { error: { message, type, param: null, code: null } },
});

const ANSWERS: Record<string, Answer> = {
  error_500: failure(500, 'The server had an error.', 'server_error'),
  rate_limit: failure(429, 'Rate limit reached.', 'requests'),
  wrong_key: failure(401, 'Incorrect API key provided.', 'invalid_request_error'),
};

/** A chat completion with this content. */
const completion = (model: string, content: string): Answer =>
  ok({
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  });

/** An OpenAI-compatible endpoint below /openai/v1/, whose model knows a few words. */
export async function registerLanguageModel(app: FastifyInstance, faults: Faults): Promise<void> {
  let calls = 0;
  app.post('/openai/v1/chat/completions', (request: FastifyRequest, reply) =>
    answerCall(reply, { faults, answers: ANSWERS }, () => {
      if (request.headers.authorization !== `Bearer ${KEY}`)
        throw new Refusal(401, 'wrong key', ANSWERS.wrong_key?.body as object);
      calls++;
      const { model = '', messages = [] } = request.body as ChatRequest;
      const fault = faults.take('language-model', [model, '*']);
      return { fault, work: (failed) => completion(model, contentFor(messages, failed)) };
    }),
  );
  await registerControl(
    app,
    {
      provider: 'language-model',
      faults,
      intro: () => html`An OpenAI-compatible endpoint below /openai/v1/ (key ${KEY}).`,
      state: () => ({ calls, known: KNOWN }),
    },
    () => {},
  );
}

function contentFor(messages: readonly { role: string; content: string }[], failed: string | null): string {
  if (failed === 'chatter') return 'Sure! Here are your filters: category Comedy.';
  const asked = JSON.parse(messages.at(-1)?.content ?? '{}') as { unused?: string[] };
  const unused = asked.unused ?? [];
  if (failed === 'overreach')
    return JSON.stringify({ suggestions: unused.map((words) => ({ words, filters: { brandId: 'all' } })) });
  return JSON.stringify({
    suggestions: unused.flatMap((words) => {
      const filters = KNOWN[words.toLowerCase()];
      return filters ? [{ words, filters }] : [];
    }),
  });
}
