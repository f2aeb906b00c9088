import { API_KEY_PREFIX } from '@troupe/domain/account/api-key';
import { type ProblemCode, problems } from '@troupe/domain/problem';
import { z } from 'zod';
import { apiKeyScopeOf } from './account/api-key-access.ts';
import type { Access, Call } from './call.ts';

type Json = Record<string, unknown>;

const EVERY_CALL: ProblemCode[] = ['invalid', 'rate_limited', 'internal', 'unavailable'];

/** The OpenAPI 3.1 document of the given calls, answered by the host that the document comes from. */
export function openApiDocument(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Troupe API',
      version: '1',
      description:
        'Everything the dashboard does, it does with these calls. Times are ISO 8601 in UTC, ids are UUIDs.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}...`,
          description:
            'An API key of a brand, made under Account. Where a call takes one, `read` or `write` is named beside it; keys that may write may read too.',
        },
      },
      schemas: { Problem: PROBLEM_SCHEMA },
    },
    paths,
  };
}

const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function operationOf(call: Call): Json {
  const body = bodyOf(call);
  const scope = apiKeyScopeOf(call);
  return {
    operationId: call.name,
    tags: [call.noun],
    summary: call.summary,
    description: `${accessSentence(call.access)}${scope ? ` API keys: ${scope}.` : ''}`,
    security: call.access === 'public' ? [] : [{ bearer: [] }, ...(scope ? [{ apiKey: [scope] }] : [])],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: call.file
          ? { [call.file]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: schemaOf(call.output, 'output') } },
      },
      ...failuresOf(call),
    },
  };
}

function bodyOf(call: Call): Json | null {
  if (call.multipart) {
    const file = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    };
    return { 'multipart/form-data': { schema: file } };
  }
  if (call.method === 'GET' || call.method === 'DELETE') return null;
  return { 'application/json': { schema: schemaOf(call.body, 'input') } };
}

function parametersOf(shape: z.ZodType, place: 'path' | 'query'): Json[] {
  const schema = schemaOf(shape, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

/** Returns every failure a call can answer with: its own, and those of its access, its path and its body. */
export function failureCodes({ access, method, path, problems: own, whilePastDue }: Call): Set<ProblemCode> {
  const codes = new Set<ProblemCode>([...own, ...EVERY_CALL]);
  if (path.includes('/:')) {
    codes.add('not_found');
    codes.add('url_too_long');
  }
  if (method !== 'GET') {
    codes.add('unsupported_type');
    codes.add('too_large');
  }
  if (access === 'public') return codes;
  codes.add('unauthenticated');
  // Calls for everybody who is signed in are closed to API keys.
  codes.add('forbidden');
  const ofBrand =
    access === 'brand' || access === 'owner' || (typeof access === 'object' && 'object' in access);
  if (ofBrand && !whilePastDue) codes.add('payment_past_due');
  return codes;
}

function failuresOf(call: Call): Json {
  const codes = failureCodes(call);
  const byStatus: Record<number, ProblemCode[]> = {};
  for (const code of codes) {
    const { status } = problems[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  const schema = { $ref: '#/components/schemas/Problem' };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, found]) => [
      status,
      {
        description: found.map((code) => `${code}: ${problems[code].message}`).join(' '),
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

/** The JSON Schema of a shape, without the keywords that only a stand-alone document needs. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Json;
  return schema;
}

/** Who may make a call, as a sentence. */
export function accessSentence(access: Access): string {
  if (typeof access === 'object')
    return 'own' in access
      ? `For the creator whom the ${access.own} belongs to.`
      : `For members of the brand that the ${access.object} belongs to.`;
  const sentences = {
    public: 'For everybody.',
    user: 'For everybody who is signed in.',
    brand: 'For members of the brand, and administrators.',
    owner: 'For owners of the brand, and administrators.',
    administrator: 'For administrators.',
    creator: 'For signed-in creators.',
  };
  return sentences[access];
}
