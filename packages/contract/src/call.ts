import type { ProblemCode } from '@troupe/domain/problem';
import { z } from 'zod';

/** Objects whose brand is found from their id, for calls without a brand id in the path. */
export type BrandObject = 'creator-list-item' | 'campaign';

/** Objects that belong to a creator's account. */
export type OwnObject = 'opt-in';

/**
 * Who may make a call.
 * - `public`: anybody
 * - `user`: anybody signed in
 * - `brand`: members of the brand in the path (`:brandId`), and administrators
 * - `owner`: owners of the brand in the path, and administrators
 * - `administrator`: internal staff
 * - `creator`: signed-in creators
 * - `{ own, param }`: the creator whom the object behind the path parameter belongs to
 * - `{ object, param }`: members of the brand that the object behind the path parameter belongs to
 */
export type Access =
  | 'public'
  | 'user'
  | 'brand'
  | 'owner'
  | 'administrator'
  | 'creator'
  | { object: BrandObject; param: string }
  | { own: OwnObject; param: string };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Shape = z.ZodType;

/** How many bytes a JSON body may have where the call names no other limit. */
export const JSON_BODY_LIMIT = 64 * 1024;

/** One HTTP call: everything both sides and the documentation need to know of it. */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends Shape = Shape,
> {
  /** Unique, in camelCase: the operation id. */
  name: string;
  /** The noun it belongs to. */
  noun: string;
  method: Method;
  /** Path with `:param` places. */
  path: string;
  access: Access;
  /** One sentence for the documentation. */
  summary: string;
  params: Params;
  query: Query;
  /** What the caller sends as JSON; `multipart` calls send a file instead. */
  body: Body;
  /** How many bytes the body may have, where {@link JSON_BODY_LIMIT} is too few. */
  bodyLimit?: number;
  /** What leaves the server: the allow-list. `file` calls answer a download instead. */
  output: Output;
  /** Failures beyond those every call can have. */
  problems: readonly ProblemCode[];
  /** Also answers members of a brand whose payment is past due, to whom its other calls are closed. */
  whilePastDue?: boolean;
  /** The field beside `message` in which this call's callers look for the text of a failure. */
  messageField?: 'msg' | 'err' | 'error';
  /** Takes one uploaded file (multipart/form-data) instead of a JSON body. */
  multipart?: boolean;
  /** Answers a file of this media type instead of JSON. */
  file?: string;
  /** Not for API keys, whatever `access` says. */
  peopleOnly?: boolean;
  /**
   * Changes and downloads are kept in the audit log under a title made of the call's name. `false` keeps a call out of
   * it that only looks, or that tells nothing; a text is a better title, and puts a GET there that does something; a
   * function names what the body makes of it (null: the usual title).
   */
  audit?: false | string | ((body: never) => string | null);
}

type Optional = 'params' | 'query' | 'body' | 'output' | 'problems';
type CallSpec = Omit<Call, Optional> & Partial<Pick<Call, Optional>>;

const nothing = z.object({});
type Nothing = typeof nothing;
type Or<T, Fallback extends Shape> = T extends Shape ? T : Fallback;

/** A call as declared, with its access kept to the letter. */
export type DefinedCall<S extends CallSpec> = Call<
  Or<S['params'], Nothing>,
  Or<S['query'], Nothing>,
  Or<S['body'], Nothing>,
  Or<S['output'], Nothing>
> & { access: S['access'] };

/** Declares a call; parts left out take nothing. */
export function defineCall<const S extends CallSpec>(spec: S): DefinedCall<S> {
  return {
    params: nothing,
    query: nothing,
    body: nothing,
    output: nothing,
    problems: [],
    ...spec,
  } as never;
}

/** What a call answers, as it stands on the wire. */
export type CallOutput<C extends Call> = z.output<C['output']>;
