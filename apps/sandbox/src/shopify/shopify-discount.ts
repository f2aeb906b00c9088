import { type CallContext, gid, need, numberOf, type PageArgs, pageOf } from './shopify-context.ts';
import type { BulkCreation, ShopDiscount } from './shopify-discount-types.ts';
import {
  decimalAmount,
  digitsOf,
  discountOn,
  type Minor,
  type OrderDiscount,
  type Shop,
  secondOf,
} from './shopify-order.ts';
import type { ShopifyStore } from './shopify-store.ts';

/** Duration of a bulk addition. */
const BULK_TAKES_MS = 700;
const CODE_MOST = 255;
const BULK_MOST = 250;

type Input = {
  code?: string | null;
  title?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
  customerGets?: {
    value?: {
      percentage?: number | null;
      discountAmount?: { amount?: string | number | null; appliesOnEachItem?: boolean | null } | null;
    } | null;
  } | null;
  usageLimit?: number | null;
  appliesOncePerCustomer?: boolean | null;
};
type UserError = { field: string[] | null; message: string; code: string; extraInfo: null };

const error = (field: string[] | null, code: string, message: string): UserError => ({
  field,
  code,
  message,
  extraInfo: null,
});

const TAKEN = 'Code must be unique. Please try a different code.';

function isTaken({ store, shop }: CallContext, code: string, own: number | null = null): boolean {
  const wanted = code.toLowerCase();
  return [...store.state.discounts.values()].some(
    (one) =>
      one.shop === shop.domain &&
      one.id !== own &&
      one.codes.some((known) => known.code.toLowerCase() === wanted),
  );
}

/** Validates a code; null if valid. */
function wrongCode(code: string): [code: string, message: string] | null {
  if (code.trim() === '') return ['BLANK', "Code can't be blank"];
  if (code.length > CODE_MOST) return ['TOO_LONG', `Code is too long (maximum is ${CODE_MOST} characters)`];
  return /[\r\n]/.test(code) ? ['INVALID', 'Code cannot contain newline characters.'] : null;
}

function errorsOf(context: CallContext, input: Input, own: ShopDiscount | null): UserError[] {
  const at = (...names: string[]) => ['basicCodeDiscount', ...names];
  const errors: UserError[] = [];
  if (input.code != null || !own) {
    const wrong = wrongCode(input.code ?? '');
    if (wrong) errors.push(error(at('code'), ...wrong));
    else if (isTaken(context, input.code ?? '', own?.id)) errors.push(error(at('code'), 'TAKEN', TAKEN));
  }
  if (!own && !input.title?.trim()) errors.push(error(at('title'), 'BLANK', "Title can't be blank"));
  if (!own && !input.startsAt) errors.push(error(at('startsAt'), 'BLANK', "Starts at can't be blank"));
  const value = input.customerGets?.value;
  if (!own && value?.percentage == null && value?.discountAmount?.amount == null)
    errors.push(error(at('customerGets', 'value'), 'MISSING_ARGUMENT', 'Value must be given'));
  if (value?.percentage != null && !(value.percentage > 0 && value.percentage <= 1))
    errors.push(
      error(
        at('customerGets', 'value', 'percentage'),
        'VALUE_OUTSIDE_RANGE',
        'Value must be between 0.0 and 1.0',
      ),
    );
  if (value?.discountAmount?.amount != null && !(Number(value.discountAmount.amount) > 0))
    errors.push(
      error(
        at('customerGets', 'value', 'discountAmount', 'amount'),
        'GREATER_THAN',
        'Amount must be greater than 0',
      ),
    );
  if (input.usageLimit != null && input.usageLimit < 1)
    errors.push(error(at('usageLimit'), 'GREATER_THAN', 'Usage limit must be greater than 0'));
  const starts = input.startsAt ?? own?.startsAt;
  if (input.endsAt && starts && Date.parse(input.endsAt) <= Date.parse(starts))
    errors.push(error(at('endsAt'), 'INVALID', 'Ends at needs to be after starts_at'));
  return errors;
}

function worthOf(input: Input, currency: string): ShopDiscount['value'] | null {
  const value = input.customerGets?.value;
  if (value?.percentage != null) return { percentage: value.percentage };
  const amount = value?.discountAmount?.amount;
  if (amount == null) return null;
  return {
    amount: Math.round(Number(amount) * 10 ** digitsOf(currency)),
    eachItem: value?.discountAmount?.appliesOnEachItem ?? false,
  };
}

function statusOf({ active, startsAt, endsAt }: ShopDiscount): string {
  if (!active || (endsAt && Date.parse(endsAt) <= Date.now())) return 'EXPIRED';
  return Date.parse(startsAt) > Date.now() ? 'SCHEDULED' : 'ACTIVE';
}

const codeView = ({ id, code, used }: ShopDiscount['codes'][number]) => ({
  id: gid('DiscountRedeemCode', id),
  code,
  asyncUsageCount: used,
});

function discountView(one: ShopDiscount, { shop }: CallContext): Record<string, unknown> {
  const { value } = one;
  const off =
    'percentage' in value
      ? `${Math.round(value.percentage * 100)}%`
      : `${decimalAmount(value.amount, shop.currency)} ${shop.currency}`;
  const gets =
    'percentage' in value
      ? { __typename: 'DiscountPercentage', percentage: value.percentage }
      : {
          __typename: 'DiscountAmount',
          amount: { amount: decimalAmount(value.amount, shop.currency), currencyCode: shop.currency },
          appliesOnEachItem: value.eachItem,
        };
  return {
    __typename: 'DiscountCodeNode',
    id: gid('DiscountCodeNode', one.id),
    codeDiscount: {
      __typename: 'DiscountCodeBasic',
      title: one.title,
      status: statusOf(one),
      startsAt: secondOf(new Date(one.startsAt).toISOString()),
      endsAt: one.endsAt && secondOf(new Date(one.endsAt).toISOString()),
      usageLimit: one.usageLimit,
      appliesOncePerCustomer: one.oncePerCustomer,
      asyncUsageCount: one.codes.reduce((sum, { used }) => sum + used, 0),
      summary: `${off} off entire order`,
      shortSummary: `${off} off`,
      customerGets: { value: gets },
      codesCount: { count: one.codes.length, precision: 'EXACT' },
      createdAt: secondOf(one.createdAt),
      updatedAt: secondOf(one.updatedAt),
      codes: (args: PageArgs) => pageOf(one.codes, args, codeView),
    },
  };
}

function discountAt({ store, shop }: CallContext, id: string): ShopDiscount | null {
  const found = store.state.discounts.get(numberOf('DiscountCodeNode', id));
  return found?.shop === shop.domain ? found : null;
}

const missing = (field: string) => [error([field], 'INVALID', 'Discount does not exist')];

function setActive(id: string, active: boolean, context: CallContext) {
  need(context, 'write_discounts', active ? 'discountCodeActivate' : 'discountCodeDeactivate');
  const found = discountAt(context, id);
  if (!found) return { codeDiscountNode: null, userErrors: missing('id') };
  found.active = active;
  found.updatedAt = new Date().toISOString();
  return { codeDiscountNode: discountView(found, context), userErrors: [] };
}

function bulkView(bulk: BulkCreation, context: CallContext): Record<string, unknown> {
  const done = Date.now() >= bulk.doneAt;
  const discount = context.store.state.discounts.get(bulk.discountId);
  const failed = bulk.codes.filter((one) => one.error !== null).length;
  return {
    id: gid('DiscountRedeemCodeBulkCreation', bulk.id),
    done,
    createdAt: secondOf(bulk.createdAt),
    codesCount: bulk.codes.length,
    importedCount: done ? bulk.codes.length - failed : 0,
    failedCount: done ? failed : 0,
    discountCode: () => (discount ? discountView(discount, context) : null),
    codes: (args: PageArgs) =>
      pageOf(bulk.codes, args, (one) => {
        const made = done ? discount?.codes.find(({ id }) => id === one.codeId) : undefined;
        return {
          code: one.code,
          discountRedeemCode: made ? codeView(made) : null,
          errors: done && one.error ? [error(['code'], 'TAKEN', one.error)] : [],
        };
      }),
  };
}

/** Queries and mutations of discount codes. */
export const discountRoot = {
  codeDiscountNode: ({ id }: { id: string }, context: CallContext) => {
    need(context, 'read_discounts', 'codeDiscountNode');
    const found = discountAt(context, id);
    return found ? discountView(found, context) : null;
  },

  codeDiscountNodeByCode: ({ code }: { code: string }, context: CallContext) => {
    need(context, 'read_discounts', 'codeDiscountNodeByCode');
    const wanted = code.toLowerCase();
    for (const one of context.store.state.discounts.values())
      if (one.shop === context.shop.domain && one.codes.some((known) => known.code.toLowerCase() === wanted))
        return discountView(one, context);
    return null;
  },

  codeDiscountNodes: (args: PageArgs, context: CallContext) => {
    need(context, 'read_discounts', 'codeDiscountNodes');
    const own = [...context.store.state.discounts.values()].filter(
      ({ shop }) => shop === context.shop.domain,
    );
    return pageOf(
      own,
      args,
      (one) => discountView(one, context),
      ({ id }) => String(id),
    );
  },

  discountCodeBasicCreate: (
    { basicCodeDiscount: input }: { basicCodeDiscount: Input },
    context: CallContext,
  ) => {
    need(context, 'write_discounts', 'discountCodeBasicCreate');
    const { store, shop } = context;
    const userErrors = errorsOf(context, input, null);
    const value = worthOf(input, shop.currency);
    if (userErrors.length > 0 || !value) return { codeDiscountNode: null, userErrors };
    const at = new Date().toISOString();
    const made: ShopDiscount = {
      id: store.nextId(),
      shop: shop.domain,
      title: input.title ?? '',
      codes: [{ id: store.nextId(), code: (input.code ?? '').trim(), used: 0 }],
      value,
      startsAt: input.startsAt ?? at,
      endsAt: input.endsAt ?? null,
      active: true,
      usageLimit: input.usageLimit ?? null,
      oncePerCustomer: input.appliesOncePerCustomer ?? false,
      createdAt: at,
      updatedAt: at,
    };
    store.state.discounts.set(made.id, made);
    return { codeDiscountNode: discountView(made, context), userErrors };
  },

  discountCodeBasicUpdate: (args: { id: string; basicCodeDiscount: Input }, context: CallContext) => {
    need(context, 'write_discounts', 'discountCodeBasicUpdate');
    const { basicCodeDiscount: input } = args;
    const found = discountAt(context, args.id);
    if (!found) return { codeDiscountNode: null, userErrors: missing('id') };
    const userErrors = errorsOf(context, input, found);
    if (userErrors.length > 0) return { codeDiscountNode: null, userErrors };
    const [first] = found.codes;
    if (input.code && first) first.code = input.code.trim();
    found.title = input.title ?? found.title;
    found.startsAt = input.startsAt ?? found.startsAt;
    if (input.endsAt !== undefined) found.endsAt = input.endsAt;
    if (input.usageLimit !== undefined) found.usageLimit = input.usageLimit;
    found.oncePerCustomer = input.appliesOncePerCustomer ?? found.oncePerCustomer;
    found.value = worthOf(input, context.shop.currency) ?? found.value;
    found.updatedAt = new Date().toISOString();
    return { codeDiscountNode: discountView(found, context), userErrors };
  },

  discountCodeActivate: ({ id }: { id: string }, context: CallContext) => setActive(id, true, context),
  discountCodeDeactivate: ({ id }: { id: string }, context: CallContext) => setActive(id, false, context),

  discountCodeDelete: ({ id }: { id: string }, context: CallContext) => {
    need(context, 'write_discounts', 'discountCodeDelete');
    const found = discountAt(context, id);
    if (!found) return { deletedCodeDiscountId: null, userErrors: missing('id') };
    context.store.state.discounts.delete(found.id);
    return { deletedCodeDiscountId: id, userErrors: [] };
  },

  discountRedeemCodeBulkAdd: (
    args: { discountId: string; codes: { code: string }[] },
    context: CallContext,
  ) => {
    need(context, 'write_discounts', 'discountRedeemCodeBulkAdd');
    const { store, shop } = context;
    const found = discountAt(context, args.discountId);
    if (!found) return { bulkCreation: null, userErrors: missing('discountId') };
    if (args.codes.length === 0)
      return { bulkCreation: null, userErrors: [error(['codes'], 'BLANK', "Codes can't be blank")] };
    if (args.codes.length > BULK_MOST)
      return {
        bulkCreation: null,
        userErrors: [error(['codes'], 'EXCEEDED_MAX', `Codes cannot be more than ${BULK_MOST}`)],
      };
    const bulk: BulkCreation = {
      id: store.nextId(),
      shop: shop.domain,
      discountId: found.id,
      doneAt: Date.now() + BULK_TAKES_MS,
      createdAt: new Date().toISOString(),
      codes: args.codes.map(({ code }) => {
        const wrong = wrongCode(code)?.[1] ?? (isTaken(context, code) ? TAKEN : null);
        if (wrong) return { code, codeId: null, error: wrong };
        const made = { id: store.nextId(), code: code.trim(), used: 0 };
        found.codes.push(made);
        return { code, codeId: made.id, error: null };
      }),
    };
    store.state.bulks.set(bulk.id, bulk);
    return { bulkCreation: bulkView(bulk, context), userErrors: [] };
  },

  discountRedeemCodeBulkCreation: ({ id }: { id: string }, context: CallContext) => {
    need(context, 'read_discounts', 'discountRedeemCodeBulkCreation');
    const bulk = context.store.state.bulks.get(numberOf('DiscountRedeemCodeBulkCreation', id));
    return bulk?.shop === context.shop.domain ? bulkView(bulk, context) : null;
  },
};

/** Returns the code as the store spells it if a buyer can use it now, or null. */
export function usableCode({ state }: ShopifyStore, shop: Shop, code: string, email?: string): string | null {
  const wanted = code.trim().toLowerCase();
  for (const one of state.discounts.values()) {
    const found = one.codes.find((known) => known.code.toLowerCase() === wanted);
    if (one.shop !== shop.domain || !found) continue;
    const used = one.codes.reduce((sum, each) => sum + each.used, 0);
    const open =
      one.active &&
      Date.parse(one.startsAt) <= Date.now() &&
      (one.endsAt === null || Date.parse(one.endsAt) > Date.now()) &&
      (one.usageLimit === null || used < one.usageLimit);
    const again =
      one.oncePerCustomer &&
      [...state.orders.values()].some(
        ({ discount, customer }) => discount?.code === found.code && customer?.email === email,
      );
    return open && !again ? found.code : null;
  }
  return null;
}

/** Returns what a code that buyers can use takes off goods. */
export function discountFor({ state }: ShopifyStore, shop: Shop, code: string, goods: Minor): Minor {
  for (const one of state.discounts.values()) {
    const found = one.codes.find((known) => known.code === code);
    if (one.shop === shop.domain && found) return discountOn(goods, toOrderDiscount(one, found.code));
  }
  return 0;
}

const toOrderDiscount = ({ value }: ShopDiscount, code: string): OrderDiscount =>
  'percentage' in value
    ? { code, kind: 'percentage', value: value.percentage * 100 }
    : { code, kind: 'fixed_amount', value: value.amount };

/** Counts a use of a code and returns its discount; unknown codes take ten percent off. */
export function useCode({ state }: ShopifyStore, shop: Shop, code: string): OrderDiscount {
  for (const discount of state.discounts.values()) {
    const found = discount.codes.find((one) => one.code.toLowerCase() === code.toLowerCase());
    if (discount.shop !== shop.domain || !found || !discount.active) continue;
    found.used += 1;
    return toOrderDiscount(discount, found.code);
  }
  return { code, kind: 'percentage', value: 10 };
}
