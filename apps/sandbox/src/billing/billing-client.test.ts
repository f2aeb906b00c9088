import Chargebee from 'chargebee';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, KEY, startBilling } from './billing.testing.ts';

let billing: BillingWorld;
let client: Chargebee;
beforeAll(async () => {
  billing = await startBilling();
  const { hostname, port } = new URL(billing.world.sandbox.origin);
  const address = { hostSuffix: '', protocol: 'http', port: Number(port), apiPath: '/billing/api/v2' };
  client = new Chargebee({ site: hostname, apiKey: KEY, ...address } as ConstructorParameters<
    typeof Chargebee
  >[0]);
});
afterAll(() => billing.close());

test('the official client sells, changes and cancels a plan, and opens the portal', async () => {
  const { hosted_page: page } = await client.hostedPage.checkoutNewForItems({
    subscription_items: [
      { item_price_id: 'starter-USD-Monthly', quantity: 1 },
      { item_price_id: 'setup-fee-USD', quantity: 1 },
    ],
    customer: { id: 'brand_42', email: 'ops@acme.test', company: 'Café & Söhne 100%' },
    redirect_url: 'http://localhost:3000/return',
    pass_thru_content: '{"brand":"42"}',
  });
  expect(page.url).toContain(`/billing/pages/v3/${page.id}/`);
  await billing.order('POST', `/hosted-pages/${page.id}/pay`);
  const paid = (await client.hostedPage.retrieve(page.id ?? '')).hosted_page;
  expect([paid.state, paid.pass_thru_content]).toEqual(['succeeded', '{"brand":"42"}']);
  const id: string = paid.content.subscription.id;
  await client.hostedPage.acknowledge(page.id ?? '');
  await expect(client.hostedPage.acknowledge(page.id ?? '')).rejects.toMatchObject({
    api_error_code: 'invalid_state_for_request',
    http_status_code: 400,
  });

  const items = [{ item_price_id: 'trailblazer-USD-Monthly', quantity: 1 }];
  const { estimate } = await client.estimate.updateSubscriptionForItems({
    subscription: { id },
    subscription_items: items,
    replace_items_list: true,
  });
  expect(estimate.invoice_estimate?.amount_due).toBeGreaterThan(1900_00);
  const changed = await client.subscription.updateForItems(id, {
    subscription_items: items,
    replace_items_list: true,
  });
  expect(changed.invoice?.status).toBe('paid');
  const cancelled = await client.subscription.cancelForItems(id, {
    cancel_option: 'specific_date',
    cancel_at: Math.floor(Date.now() / 1000) + 86_400,
  });
  expect(cancelled.subscription.status).toBe('non_renewing');
  await client.subscription.removeScheduledCancellation(id);
  const list = await client.subscription.list({ customer_id: { is: 'brand_42' }, limit: 5 });
  expect(list.list.map(({ subscription, customer }) => [subscription.status, customer.company])).toEqual([
    ['active', 'Café & Söhne 100%'],
  ]);
  const invoices = await client.invoice.list({ subscription_id: { is: id } });
  expect(invoices.list).toHaveLength(2);
  const { download } = await client.invoice.pdf(invoices.list[0]?.invoice.id ?? '');
  expect(download.download_url).toContain('.pdf?');
  const { portal_session } = await client.portalSession.create({ customer: { id: 'brand_42' } });
  expect(portal_session.status).toBe('created');
});

test('the official client handles errors and replays', async () => {
  await expect(client.customer.retrieve('nobody')).rejects.toMatchObject({
    api_error_code: 'resource_not_found',
    type: 'invalid_request',
    http_status_code: 404,
  });
  const key = { 'chargebee-idempotency-key': 'the-same' };
  await client.customer.create({ id: 'once' }, key);
  const again = await client.customer.create({ id: 'once' }, key);
  expect(again.isIdempotencyReplayed).toBeTruthy();
});
