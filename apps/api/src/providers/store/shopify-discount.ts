import {
  type DiscountValue,
  type NewDiscount,
  type PlatformDiscount,
  type StoreAccess,
  StoreFailure,
  type StorePlatformPort,
} from '@troupe/domain/commerce/store-platform';
import { toDecimal, toMinor } from '@troupe/domain/money';
import { z } from 'zod';
import type { ShopifyCaller } from './shopify-call.ts';

type Discounts = Pick<
  StorePlatformPort,
  'createDiscount' | 'findDiscount' | 'readDiscounts' | 'setDiscountActive' | 'endDiscount'
>;

/** Discounts read in one query; its cost grows with them. */
const READ_AT_ONCE = 20;

const NODE = `id
    codeDiscount {
      __typename
      ... on DiscountCodeBasic {
        title status startsAt endsAt usageLimit appliesOncePerCustomer
        codesCount { count }
        codes(first: 10) { nodes { code } }
        customerGets { value {
          __typename
          ... on DiscountPercentage { percentage }
          ... on DiscountAmount { amount { amount currencyCode } }
        } }
      }
    }`;

/** Discounts of a store (Admin GraphQL `discountCodeBasic*`). They need the scope `write_discounts`. */
export function shopifyDiscounts(call: ShopifyCaller): Discounts {
  return {
    createDiscount: (access, discount) => create(call, access, discount),
    async findDiscount(access, code) {
      const { codeDiscountNodeByCode: found } = await call.query(access, {
        name: 'codeDiscountNodeByCode',
        text: `query codeDiscountNodeByCode($code: String!) { codeDiscountNodeByCode(code: $code) { ${NODE} } }`,
        variables: { code },
        data: z.object({ codeDiscountNodeByCode: Node.nullable() }),
      });
      return found && toDiscount(found);
    },
    async readDiscounts(access, ids) {
      const found = new Map<string, PlatformDiscount>();
      for (let at = 0; at < ids.length; at += READ_AT_ONCE)
        for (const one of await readSome(call, access, ids.slice(at, at + READ_AT_ONCE)))
          found.set(one.id, one);
      return found;
    },
    setDiscountActive: (access, id, active) =>
      mutate(call, access, active ? 'discountCodeActivate' : 'discountCodeDeactivate', {
        declared: '$id: ID!',
        given: 'id: $id',
        variables: { id },
      }),
    endDiscount: (access, id, endsAt) =>
      mutate(call, access, 'discountCodeBasicUpdate', {
        declared: '$id: ID!, $discount: DiscountCodeBasicInput!',
        given: 'id: $id, basicCodeDiscount: $discount',
        variables: { id, discount: { endsAt } },
      }),
  };
}

async function create(
  call: ShopifyCaller,
  access: StoreAccess,
  { title, code, value, startsAt, endsAt, usageLimit, oncePerBuyer }: NewDiscount,
): Promise<PlatformDiscount> {
  const discount = {
    title,
    code,
    startsAt,
    endsAt,
    usageLimit,
    appliesOncePerCustomer: oncePerBuyer,
    context: { all: 'ALL' },
    customerGets: {
      items: { all: true },
      value:
        value.kind === 'percent'
          ? { percentage: value.valueBp / 10_000 }
          : {
              discountAmount: {
                amount: toDecimal(value.valueMinor, value.currency),
                appliesOnEachItem: false,
              },
            },
    },
  };
  const { discountCodeBasicCreate: done } = await call.query(access, {
    name: 'discountCodeBasicCreate',
    text: `mutation discountCodeBasicCreate($discount: DiscountCodeBasicInput!) {
      discountCodeBasicCreate(basicCodeDiscount: $discount) {
        codeDiscountNode { ${NODE} }
        userErrors { field message code }
      }
    }`,
    variables: { discount },
    data: z.object({
      discountCodeBasicCreate: z.object({ codeDiscountNode: Node.nullable(), userErrors: UserErrors }),
    }),
  });
  refuse(done.userErrors);
  if (!done.codeDiscountNode) throw new StoreFailure('unavailable', 'unreadable');
  return toDiscount(done.codeDiscountNode);
}

async function readSome(
  call: ShopifyCaller,
  access: StoreAccess,
  ids: readonly string[],
): Promise<PlatformDiscount[]> {
  const declared = ids.map((_, at) => `$id${at}: ID!`).join(', ');
  const fields = ids.map((_, at) => `d${at}: codeDiscountNode(id: $id${at}) { ${NODE} }`).join('\n');
  const read = await call.query(access, {
    name: 'codeDiscountNode',
    text: `query codeDiscountNode(${declared}) { ${fields} }`,
    variables: Object.fromEntries(ids.map((id, at) => [`id${at}`, id])),
    data: z.record(z.string(), Node.nullable()),
  });
  return Object.values(read).flatMap((node) => (node ? [toDiscount(node)] : []));
}

async function mutate(
  call: ShopifyCaller,
  access: StoreAccess,
  name: string,
  { declared, given, variables }: { declared: string; given: string; variables: Record<string, unknown> },
): Promise<void> {
  const read = await call.query(access, {
    name,
    text: `mutation ${name}(${declared}) {
      ${name}(${given}) { codeDiscountNode { id } userErrors { field message code } }
    }`,
    variables,
    data: z.record(z.string(), z.object({ userErrors: UserErrors })),
  });
  refuse(read[name]?.userErrors ?? []);
}

/** @throws StoreFailure with the code of the first error, such as `TAKEN` */
function refuse(errors: z.output<typeof UserErrors>): void {
  const [error] = errors;
  if (error) throw new StoreFailure('refused', error.code ?? error.message);
}

const UserErrors = z.array(z.object({ message: z.string(), code: z.string().nullish() }));

const Value = z.object({
  percentage: z.number().nullish(),
  amount: z.object({ amount: z.coerce.string(), currencyCode: z.string() }).nullish(),
});

const Basic = z.object({
  title: z.string(),
  status: z.string(),
  startsAt: z.string(),
  endsAt: z.string().nullish(),
  usageLimit: z.number().nullish(),
  appliesOncePerCustomer: z.boolean().catch(false),
  codesCount: z.object({ count: z.number() }).nullish(),
  codes: z.object({ nodes: z.array(z.object({ code: z.string() })) }),
  customerGets: z.object({ value: Value }),
});

/** A discount of another kind has none of the fields. */
const Node = z.object({ id: z.string(), codeDiscount: Basic.or(z.object({ __typename: z.string() })) });

function toDiscount({ id, codeDiscount }: z.output<typeof Node>): PlatformDiscount {
  if (!('status' in codeDiscount))
    return {
      id,
      title: '',
      codes: [],
      codeCount: 0,
      active: true,
      value: null,
      startsAt: new Date(0).toISOString(),
      endsAt: null,
      usageLimit: null,
      oncePerBuyer: false,
    };
  const { title, status, startsAt, endsAt, usageLimit, codes, codesCount, customerGets } = codeDiscount;
  return {
    id,
    title,
    codes: codes.nodes.map(({ code }) => code),
    codeCount: codesCount?.count ?? codes.nodes.length,
    active: status !== 'EXPIRED',
    value: toValue(customerGets.value),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: endsAt ? new Date(endsAt).toISOString() : null,
    usageLimit: usageLimit ?? null,
    oncePerBuyer: codeDiscount.appliesOncePerCustomer,
  };
}

function toValue({ percentage, amount }: z.output<typeof Value>): DiscountValue | null {
  if (percentage != null) return { kind: 'percent', valueBp: Math.round(percentage * 10_000) };
  const minor = amount && toMinor(amount.amount, amount.currencyCode);
  return amount && minor !== null && minor !== undefined
    ? { kind: 'amount', valueMinor: minor, currency: amount.currencyCode }
    : null;
}
