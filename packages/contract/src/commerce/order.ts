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
    'One page of the orders of a brand’s stores, newest first. `search` looks in the name of the order, its id at the store, discount codes and references.',
  params: z.object({ brandId: Id }),
  query: z.object({
    page: PageNumber.default(1),
    storeId: Id.optional(),
    search: text({ max: 200 }).default(''),
    status: OrderStatus.optional(),
  }),
  output: z.object({ orders: z.array(Order), ...paging }),
});
