import { Order, OrderStatus } from '@troupe/domain/commerce/order';
import { Id, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const listOrders = defineCall({
  name: 'listOrders',
  noun: 'order',
  method: 'GET',
  path: '/brand/:brandId/orders',
  access: 'brand',
  summary:
    "Lists orders from the brand's stores, newest first. Use `search` to match order names, store order IDs, discount codes and referral tags.",
  params: z.object({ brandId: Id }),
  query: z.object({
    page: PageNumber.default(1),
    storeId: Id.optional(),
    search: text({ max: 200 }).default(''),
    status: OrderStatus.optional(),
  }),
  output: z.object({ orders: z.array(Order), ...paging }),
});
