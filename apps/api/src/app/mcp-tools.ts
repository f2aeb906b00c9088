import { apiKeyScopeOf } from '@troupe/contract/account/api-key-access';
import type { Call } from '@troupe/contract/call';
import { schemaOf } from '@troupe/contract/openapi';
import type { ApiKeyScope } from '@troupe/domain/account/api-key';

type Json = Record<string, unknown>;

/** Argument with which a call that has an effect is confirmed by clients that can't ask their user. */
export const CONFIRMATION = 'confirmation';

/** The parts of a request that the arguments of a tool turn into. */
export interface ToolInput {
  params: Json;
  query: Json;
  body: unknown;
}

/** A call of the contract as a tool of the Model Context Protocol. */
export interface CallTool {
  call: Call;
  definition: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: 'object' };
    annotations: {
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: boolean;
    };
  };
  /** Turns arguments into a request for a brand. Unknown arguments go into the body, where they are validated. */
  inputFrom(args: Json, brandId: string): ToolInput;
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
  $defs?: Json;
}

/**
 * Turns the calls that an API key may make into tools. Uploads are left out, and so are downloads that aren't text.
 * @param nouns only calls of these resources; all if empty
 */
export function toolsOf(calls: readonly Call[], scope: ApiKeyScope, nouns: readonly string[]): CallTool[] {
  return calls.filter((call) => isTool(call, scope, nouns)).map(toolOf);
}

function isTool(call: Call, scope: ApiKeyScope, nouns: readonly string[]): boolean {
  const needed = apiKeyScopeOf(call);
  if (!needed || (needed === 'write' && scope === 'read')) return false;
  if (call.multipart || (call.file && !call.file.startsWith('text/'))) return false;
  return nouns.length === 0 || nouns.includes(call.noun);
}

function toolOf(call: Call): CallTool {
  const path: ObjectSchema = schemaOf(call.params, 'input');
  const query: ObjectSchema = schemaOf(call.query, 'input');
  const sendsBody = call.method !== 'GET' && call.method !== 'DELETE';
  const body: ObjectSchema = sendsBody ? schemaOf(call.body, 'input') : {};
  const { brandId: _brand, ...pathArguments } = path.properties ?? {};
  const own = Object.assign({}, pathArguments, query.properties);
  // A body that isn't a plain object, or shares names with the path, is a separate argument.
  const isOneArgument =
    sendsBody && (!body.properties || Object.keys(body.properties).some((name) => name in own));
  const properties = Object.assign(
    {},
    own,
    isOneArgument ? { body: withoutDefs(body) } : body.properties,
    call.effect ? { [CONFIRMATION]: CONFIRMATION_SCHEMA } : {},
  );
  const required = [
    ...Object.keys(pathArguments),
    ...(query.required ?? []),
    ...(isOneArgument ? ['body'] : (body.required ?? [])),
  ];
  const defs = Object.assign({}, path.$defs, query.$defs, body.$defs);
  return {
    call,
    definition: {
      name: call.name,
      title: summaryOf(call),
      description: descriptionOf(call),
      inputSchema: Object.assign(
        { type: 'object' as const, properties, required, additionalProperties: false },
        Object.keys(defs).length > 0 ? { $defs: defs } : {},
      ),
      annotations: {
        readOnlyHint: call.method === 'GET',
        destructiveHint: call.method === 'DELETE',
        idempotentHint: call.method !== 'POST',
        openWorldHint: call.effect !== undefined,
      },
    },
    inputFrom(args, brandId) {
      const input = { params: { brandId } as Json, query: {} as Json, rest: {} as Json };
      for (const [name, value] of Object.entries(args)) {
        if (name === CONFIRMATION) continue;
        if (Object.hasOwn(pathArguments, name)) input.params[name] = value;
        else if (Object.hasOwn(query.properties ?? {}, name)) input.query[name] = value;
        else input.rest[name] = value;
      }
      return { params: input.params, query: input.query, body: isOneArgument ? input.rest.body : input.rest };
    },
  };
}

const CONFIRMATION_SCHEMA = {
  type: 'string',
  description:
    'Omit this on the first call. The response describes what will happen and contains a confirmation. Ask the user, and only if they agree, call again with the same arguments and that confirmation.',
};

function summaryOf({ summary }: Call): string {
  const end = summary.search(/\.(\s|$)/);
  return end < 0 ? summary : summary.slice(0, end);
}

const descriptionOf = ({ summary, effect }: Call): string =>
  effect ? `${summary} ${effect} Requires confirmation by the user.` : summary;

const withoutDefs = ({ $defs: _, ...schema }: ObjectSchema): Json => schema as Json;
