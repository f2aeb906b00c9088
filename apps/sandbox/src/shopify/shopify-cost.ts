import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Shop } from './shopify-entity.ts';
import { schema } from './shopify-schema.ts';
import type { ShopifySettings } from './shopify-settings.ts';

/** What one request may cost at most. */
export const COST_MOST = 1000;
const MUTATION_COSTS = 10;
const CONNECTION_COSTS = 2;

type Data = Record<string, unknown> | null | undefined;
type Variables = Record<string, unknown>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether things of this type have an id of their own: those count, amounts and the like do not. */
const counts = (type: GraphQLCompositeType): boolean =>
  (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')) ||
  (isInterfaceType(type) && type.name === 'Node');

/**
 * What a request costs in points: a mutation 10, a thing with an id 1, a list 2 and what is in it, `first` times what
 * one costs. With `data` what it came to, without it what it is taken to come to at most.
 */
export class CostOf {
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #variables: Variables;

  constructor(document: DocumentNode, variables: Variables) {
    this.#variables = variables;
    for (const one of document.definitions)
      if (one.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(one.name.value, one);
  }

  operation(operation: OperationDefinitionNode, data?: Data): number {
    const isMutation = operation.operation === 'mutation';
    const type = isMutation ? schema.getMutationType() : schema.getQueryType();
    if (!type) return 0;
    return (isMutation ? MUTATION_COSTS : 0) + this.#set(operation.selectionSet, type, data);
  }

  #set(set: SelectionSetNode, type: GraphQLCompositeType, data: Data, inList = false): number {
    let cost = 0;
    for (const one of set.selections) {
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(one.name.value);
        if (fragment)
          cost += this.#set(
            fragment.selectionSet,
            this.#typed(fragment.typeCondition.name.value, type),
            data,
            inList,
          );
      } else if (one.kind === Kind.INLINE_FRAGMENT) {
        const name = one.typeCondition?.name.value;
        cost += this.#set(one.selectionSet, name ? this.#typed(name, type) : type, data, inList);
      } else if (one.selectionSet) {
        const field = this.#fieldsOf(type)[one.name.value];
        const named = field ? getNamedType(field.type) : null;
        if (!named || !isCompositeType(named)) continue;
        const value = data === undefined ? undefined : data?.[one.alias?.value ?? one.name.value];
        const size = one.arguments?.find(
          ({ name }) => name.value === 'first' || name.value === 'last',
        )?.value;
        cost += this.#field(named, one.selectionSet, value, data === undefined ? this.#sizeOf(size) : null);
      }
    }
    return cost;
  }

  /** @param size what `first` says; null when the data tell how many there were */
  #field(type: GraphQLCompositeType, set: SelectionSetNode, value: unknown, size: number | null): number {
    if (type.name.endsWith('Connection')) return CONNECTION_COSTS + this.#list(type, set, value, size);
    const own = counts(type) ? 1 : 0;
    const known = size === null;
    if (!known) return own + this.#set(set, type, undefined);
    const things = Array.isArray(value) ? value : [value];
    return things.filter(isRecord).reduce<number>((sum, one) => sum + own + this.#set(set, type, one), 0);
  }

  #list(type: GraphQLCompositeType, set: SelectionSetNode, value: unknown, size: number | null): number {
    const whole = isRecord(value) ? value : {};
    if (size === null) return this.#set(set, type, whole);
    return size * this.#set(set, type, undefined);
  }

  #fieldsOf(type: GraphQLCompositeType) {
    return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  }

  #typed(name: string, fallback: GraphQLCompositeType): GraphQLCompositeType {
    const found = schema.getType(name);
    return found && isCompositeType(found) ? found : fallback;
  }

  #sizeOf(value: { kind: string; value?: unknown; name?: { value: string } } | undefined): number {
    if (!value) return 1;
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind === Kind.VARIABLE) return Number(this.#variables[value.name?.value ?? ''] ?? 1) || 1;
    return 1;
  }
}

/** How full a store's bucket is. */
interface Bucket {
  left: number;
  /** In ms. */
  at: number;
}

export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

/** The points that each store has left; they come back as time goes by. Full again after a restart. */
export class CostBuckets {
  readonly #buckets = new Map<string, Bucket>();

  status(shop: Shop, settings: ShopifySettings): ThrottleStatus {
    const { size, perSecond } = settings.bucket ?? sizeOf(shop);
    const now = Date.now();
    const bucket = this.#buckets.get(shop.domain) ?? { left: size, at: now };
    bucket.left = Math.min(size, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.set(shop.domain, bucket);
    return { maximumAvailable: size, currentlyAvailable: Math.floor(bucket.left), restoreRate: perSecond };
  }

  /** Takes points away, or gives them back. */
  take(shop: Shop, points: number): void {
    const bucket = this.#buckets.get(shop.domain);
    if (bucket) bucket.left -= points;
  }

  clear(): void {
    this.#buckets.clear();
  }
}

const sizeOf = ({ plan }: Shop) =>
  plan === 'plus' ? { size: 20_000, perSecond: 1000 } : { size: 2000, perSecond: 100 };

/** The fields at the top of an operation, by their names. */
export const topFields = (operation: OperationDefinitionNode): string[] =>
  operation.selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one.name.value] : []));
