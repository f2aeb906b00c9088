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
import type { Shop, ShopifySettings } from './shopify-entity.ts';
import { schema } from './shopify-schema.ts';

/** What one request may cost at most. */
export const COST_MOST = 1000;

/**
 * What a request costs at most, in points: a mutation 10, a thing with an id 1, a list 2 and `first` times what one of
 * its items costs.
 */
export function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);

  const typed = (name: string | undefined, fallback: GraphQLCompositeType): GraphQLCompositeType => {
    const found = name ? schema.getType(name) : null;
    return found && isCompositeType(found) ? found : fallback;
  };
  const sizeOf = (value: { kind: string; value?: unknown; name?: { value: string } } | undefined): number => {
    if (value?.kind === Kind.INT) return Number(value.value);
    return value?.kind === Kind.VARIABLE ? Number(variables[value.name?.value ?? '']) || 1 : 1;
  };
  const setCost = (set: SelectionSetNode, type: GraphQLCompositeType): number =>
    set.selections.reduce((cost, one) => {
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const found = fragments.get(one.name.value);
        return found ? cost + setCost(found.selectionSet, typed(found.typeCondition.name.value, type)) : cost;
      }
      if (one.kind === Kind.INLINE_FRAGMENT)
        return cost + setCost(one.selectionSet, typed(one.typeCondition?.name.value, type));
      const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const named = getNamedType(fields[one.name.value]?.type);
      if (!one.selectionSet || !named || !isCompositeType(named)) return cost;
      const inner = setCost(one.selectionSet, named);
      const size = one.arguments?.find(({ name }) => name.value === 'first')?.value;
      if (named.name.endsWith('Connection')) return cost + 2 + sizeOf(size) * inner;
      const hasId = isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Node');
      return cost + (hasId ? 1 : 0) + inner;
    }, 0);

  const isMutation = operation.operation === 'mutation';
  const type = isMutation ? schema.getMutationType() : schema.getQueryType();
  return (isMutation ? 10 : 0) + (type ? setCost(operation.selectionSet, type) : 0);
}

/** The points that each store has left; they come back over time. Full again after a restart. */
export class CostBuckets {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  status({ domain, plan }: Shop, { bucket: set }: ShopifySettings) {
    const usual = plan === 'plus' ? { size: 20_000, perSecond: 1000 } : { size: 2000, perSecond: 100 };
    const { size, perSecond } = set ?? usual;
    const now = Date.now();
    const bucket = this.#buckets.get(domain) ?? { left: size, at: now };
    bucket.left = Math.min(size, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.set(domain, bucket);
    return { maximumAvailable: size, currentlyAvailable: Math.floor(bucket.left), restoreRate: perSecond };
  }

  take({ domain }: Shop, points: number): void {
    const bucket = this.#buckets.get(domain);
    if (bucket) bucket.left -= points;
  }

  clear(): void {
    this.#buckets.clear();
  }
}
