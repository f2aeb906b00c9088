import type { FastifyInstance, FastifyReply } from 'fastify';
import { fromHere } from '../page/page.ts';

/** A field of a call: its JSON schema, and what it holds. */
export interface Field<Value = unknown, IsNeeded extends boolean = boolean> {
  schema: { type?: string; enum?: readonly string[] };
  isNeeded: IsNeeded;
  /** Never set: carries the type. */
  holds?: Value;
}
export type Fields = Record<string, Field>;

const field = <Value>(schema: object): Field<Value, false> => ({ schema, isNeeded: false });
export const text = (maxLength = 250, more = {}) => field<string>({ type: 'string', maxLength, ...more });
export const name = (maxLength: number) => text(maxLength, { minLength: 1 });
export const whole = (minimum: number, maximum: number) =>
  field<number>({ type: 'integer', minimum, maximum });
export const number = (maximum: number) => field<number>({ type: 'number', minimum: 0, maximum });
export const flag = field<boolean>({ type: 'boolean' });
export const oneOf = <const Value extends string>(values: readonly Value[]) => field<Value>({ enum: values });
export const listOf = <Value>({ schema }: Field<Value>, maxItems: number) =>
  field<Value[]>({ type: 'array', maxItems, items: schema });
export const secondsList = listOf(number(10_000_000), 20);
export const orNull = <Value>({ schema }: Field<Value>) => field<Value | null>({ ...schema, nullable: true });
export const needed = <Value>({ schema }: Field<Value>): Field<Value, true> => ({ schema, isNeeded: true });

type Places<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Places<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type NeededIn<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<unknown, true> ? Name : never;
}[keyof F];
type Held<F> = F extends Field<infer Value> ? Value : never;

/** What a call is given: the places of its path and its fields. */
export type Input<Path extends string, F extends Fields> = {
  [Name in Exclude<Places<Path>, keyof F>]: string;
} & {
  [Name in NeededIn<F>]: Held<F[Name]>;
} & { [Name in Exclude<keyof F, NeededIn<F>>]?: Held<F[Name]> };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Adds a call. Fields that the path names are read from there, the others of `GET` and `DELETE` from the query, those of
 * `POST` and `PUT` from the JSON body. What `work` returns is answered as JSON.
 */
export type Calls = <const Path extends string, F extends Fields>(
  method: Method,
  path: Path,
  fields: F,
  work: (input: Input<Path, F>, reply: FastifyReply) => unknown,
) => void;

/** The names of the places in a path: `id` of `/mail/:id`. */
export const placesOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function schemaOf(fields: [string, Field][]) {
  const required = fields.filter(([, { isNeeded }]) => isNeeded).map(([name]) => name);
  const properties = Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]));
  // Without required fields the whole may be missing.
  return {
    type: 'object',
    nullable: required.length === 0,
    required,
    properties,
    additionalProperties: false,
  };
}

/** Adds calls below a prefix: not for other sites, refusals in their own shape. @param save is called after each change */
export async function registerCalls(
  app: FastifyInstance,
  { prefix, save = async () => {} }: { prefix: string; save?: (() => Promise<void>) | undefined },
  register: (calls: Calls) => void,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('preHandler', fromHere);
      scope.setErrorHandler((error: Error & { toBody?(): object; status?: number }, _request, reply) => {
        if (!error.toBody) throw error;
        return reply.code(error.status ?? 500).send(error.toBody());
      });
      register((method, url, fields, work) => {
        const isRead = method === 'GET' || method === 'DELETE';
        const places = placesOf(url);
        const [inPath, others] = [true, false].map((is) =>
          Object.entries(fields).filter(([name]) => places.includes(name) === is),
        );
        scope.route({
          method,
          url,
          schema: {
            ...(inPath?.length && { params: { ...schemaOf(inPath), additionalProperties: true } }),
            ...(others?.length && { [isRead ? 'querystring' : 'body']: schemaOf(others) }),
          },
          async handler({ params, query, body }, reply) {
            const input = Object.assign({}, params, query, body) as Parameters<typeof work>[0];
            const answer = await work(input, reply);
            if (method !== 'GET') await save();
            return answer;
          },
        });
      });
    },
    { prefix },
  );
}
