import { API_KEY_PREFIX } from '@troupe/domain/account/api-key';
import { type ProblemCode, problems } from '@troupe/domain/problem';
import { z } from 'zod';
import { apiKeyScopeOf } from './account/api-key-access.ts';
import type { Access, Call } from './call.ts';

type Json = Record<string, unknown>;

const EVERY_CALL: ProblemCode[] = ['invalid', 'rate_limited', 'internal', 'unavailable'];

/** Builds the OpenAPI 3.1 document for the given calls. */
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
        'The Troupe API gives you access to everything in the dashboard. Times are ISO 8601 in UTC, and IDs are UUIDs.',
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
            'A brand API key, created in Account. Each operation that accepts API keys lists the scope it requires, `read` or `write`. Keys with the `write` scope can also read.',
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
    ...summaryOf(call, scope),
    security: call.access === 'public' ? [] : [{ bearer: [] }, ...(scope ? [{ apiKey: [scope] }] : [])],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(body ? { requestBody: { required: isBodyRequired(call), content: body } } : {}),
    responses: {
      200: {
        description: 'Success',
        content: call.file
          ? { [call.file]: { schema: fileSchema(call.file) } }
          : { 'application/json': { schema: schemaOf(call.output, 'output') } },
      },
      ...failuresOf(call),
    },
  };
}

/** Splits the text of a call into a one-line summary and a description that ends with who may make the call. */
function summaryOf(
  { summary, access, effect }: Call,
  scope: string | null,
): { summary: string; description: string } {
  const end = summary.search(/\.(\s|$)/);
  const details = summary.slice(end + 1).trim();
  const key = scope ? `Required API key scope: \`${scope}\`.` : '';
  return {
    summary: summary.slice(0, end),
    description: [details, effect, accessSentence(access), key].filter(Boolean).join(' '),
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
  return { 'application/json': { schema: schemaOf(call.body, 'body') } };
}

/** A call whose fields are all optional accepts no body at all. */
const isBodyRequired = ({ multipart, body }: Call) => multipart || !body.safeParse({}).success;

/** Clients parse JSON whether it is a file or not; any other file is text or bytes. */
const fileSchema = (type: string) => (type === 'application/json' ? {} : { type: 'string' });

function parametersOf(shape: z.ZodType, place: 'path' | 'query'): Json[] {
  const schema = schemaOf(shape, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

/** Returns every error a call can return, including those caused by its access, path and body. */
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
  // API keys can't make calls meant for any logged-in user.
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

/**
 * Returns the JSON Schema of a shape without standalone keywords such as `$schema`.
 * @param io `body` is an input that also lists text where it is accepted; in query strings, every value is text
 */
export function schemaOf(shape: z.ZodType, io: 'input' | 'body' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: io === 'body' ? 'input' : io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.alsoText && io === 'body' && typeof jsonSchema.type === 'string')
        Object.assign(jsonSchema, { type: [jsonSchema.type, 'string'] });
      delete jsonSchema.alsoText;
    },
  }) as Json;
  return schema;
}

/** Describes who may make a call, as a sentence. */
export function accessSentence(access: Access): string {
  if (typeof access === 'object')
    return 'own' in access
      ? `Available to the creator who owns the ${access.own}.`
      : `Available to members of the brand that owns the ${access.object.replaceAll('-', ' ')}.`;
  const sentences = {
    public: 'No authentication required.',
    user: 'Available to any logged-in user.',
    brand: 'Available to brand members and administrators.',
    owner: 'Available to brand owners and administrators.',
    administrator: 'Available to administrators.',
    creator: 'Available to logged-in creators.',
  };
  return sentences[access];
}
