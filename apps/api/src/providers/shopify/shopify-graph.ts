// What the GraphQL API is asked. Connections inside a page of orders are short, because the cost of a question is
// reckoned from their sizes before it is answered: a page asks for about 800 of the 1,000 points there may be. Who bought
// is not asked for: that would need one more permission, and webhooks tell it where the store allows it.

export const SHOP_QUERY = `query shop {
  shop { name currencyCode }
}`;

export const ORDERS_QUERY = `query orders($query: String!, $after: String) {
  orders(first: 15, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      legacyResourceId
      name
      createdAt
      updatedAt
      cancelledAt
      displayFinancialStatus
      displayFulfillmentStatus
      test
      taxesIncluded
      currencyCode
      presentmentCurrencyCode
      totalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }
      subtotalPriceSet { shopMoney { amount currencyCode } }
      totalDiscountsSet { shopMoney { amount currencyCode } }
      totalTaxSet { shopMoney { amount currencyCode } }
      totalShippingPriceSet { shopMoney { amount currencyCode } }
      discountCodes
      customAttributes { key value }
      customerJourneySummary { firstVisit { landingPage referrerUrl } }
      lineItems(first: 10) {
        pageInfo { hasNextPage }
        nodes {
          id
          title
          sku
          quantity
          originalUnitPriceSet { shopMoney { amount currencyCode } }
          totalDiscountSet { shopMoney { amount currencyCode } }
          discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } }
        }
      }
      refunds(first: 5) {
        legacyResourceId
        createdAt
        totalRefundedSet { shopMoney { amount currencyCode } }
        refundLineItems(first: 5) {
          pageInfo { hasNextPage }
          nodes {
            subtotalSet { shopMoney { amount currencyCode } }
            totalTaxSet { shopMoney { amount currencyCode } }
          }
        }
      }
    }
  }
}`;

export const SUBSCRIPTIONS_QUERY = `query webhookSubscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri }
  }
}`;

export const SUBSCRIBE_MUTATION = `mutation webhookSubscriptionCreate($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

export const UNSUBSCRIBE_MUTATION = `mutation webhookSubscriptionDelete($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId
    userErrors { field message }
  }
}`;

/** What is told as it happens; the compliance topics are set in the app's own configuration. */
export const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'REFUNDS_CREATE',
  'APP_UNINSTALLED',
] as const;
