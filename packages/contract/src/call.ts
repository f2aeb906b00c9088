import type { ProblemCode } from '@troupe/domain/problem';
import { z } from 'zod';

/** Objects whose brand is looked up by id, for paths without a brand id. */
export type BrandObject = 'creator-list-item' | 'campaign';

/** Objects owned by a creator's account. */
export type OwnObject = 'opt-in' | 'affiliate';

/**
 * Who may make a call.
 * - `public`: anyone
 * - `user`: any logged-in user
 * - `brand`: members of the brand in the path (`:brandId`) and administrators
 * - `owner`: owners of the brand in the path and administrators
 * - `administrator`: internal staff
 * - `creator`: logged-in creators
 * - `{ own, param }`: the creator who owns the object named by the path parameter
 * - `{ object, param }`: members of the brand that owns the object named by the path parameter
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

/** Default size limit of a JSON body, in bytes. */
export const JSON_BODY_LIMIT = 64 * 1024;

/** An HTTP call: its route, access, schemas and documentation, shared by server and clients. */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends Shape = Shape,
> {
  /** Unique operation id in camelCase. */
  name: string;
  /** Resource the call belongs to. */
  noun: string;
  method: Method;
  /** Path with `:param` placeholders. */
  path: string;
  access: Access;
  /**
   * Markdown for the API reference. The first sentence is the summary, the rest the description.
   */
  summary: string;
  params: Params;
  query: Query;
  /** Schema of the JSON body; `multipart` calls take a file instead. */
  body: Body;
  /** Size limit of the body in bytes, if larger than {@link JSON_BODY_LIMIT}. */
  bodyLimit?: number;
  /**
   * Schema of the response. Fields it doesn't list are never sent. `file` calls return a download
   * instead.
   */
  output: Output;
  /** Errors beyond the ones any call can return. */
  problems: readonly ProblemCode[];
  /** Stays available to members while the brand's payment is past due. */
  whilePastDue?: boolean;
  /** Additional field that carries the error message, for clients that read it from there. */
  messageField?: 'msg' | 'err' | 'error';
  /** Takes one uploaded file (multipart/form-data) instead of a JSON body. */
  multipart?: boolean;
  /** Returns a file of this media type instead of JSON. */
  file?: string;
  /**
   * What the call spends, agrees to or sends, as a sentence. Agents carry out such a call only after
   * a person has confirmed it.
   */
  effect?: string;
  /** Never available to API keys, regardless of `access`. */
  peopleOnly?: boolean;
  /**
   * Changes and downloads are recorded in the audit log under a title derived from the call name.
   * `false` excludes a call; a string sets the title and also includes a GET; a function derives
   * the title from the body (null: default title).
   */
  audit?: false | string | ((body: never) => string | null);
  /** The title where `audit` derives none, instead of the one derived from the call name. */
  auditDefault?: string;
}

type Optional = 'params' | 'query' | 'body' | 'output' | 'problems';
type CallSpec = Omit<Call, Optional> & Partial<Pick<Call, Optional>>;

const nothing = z.object({});
type Nothing = typeof nothing;
type Or<T, Fallback extends Shape> = T extends Shape ? T : Fallback;

/** A declared call with its literal access type. */
export type DefinedCall<S extends CallSpec> = Call<
  Or<S['params'], Nothing>,
  Or<S['query'], Nothing>,
  Or<S['body'], Nothing>,
  Or<S['output'], Nothing>
> & { access: S['access'] };

/** Declares a call. Omitted parts default to empty schemas. */
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

/** The response body of a call. */
export type CallOutput<C extends Call> = z.output<C['output']>;
