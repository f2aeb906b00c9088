// What the GraphQL API is asked. Connections inside a page of orders are short, because the cost of a question is
// reckoned from their sizes before it is answered: a page asks for about 950 of the 1,000 points there may be, and so does
// the question for the rest of one long order. Who bought is not asked for: that would need one more permission, and
// webhooks tell it where the store allows it.

/** How many refunds of an order a page tells; where it tells as many, there may be more. */
export const REFUNDS_IN_PAGE = 5;

const LINE = `
          id
          title
          sku
          isGiftCard
          quantity
          originalUnitPriceSet { shopMoney { amount currencyCode } }
          totalDiscountSet { shopMoney { amount currencyCode } }
          discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } }`;

const REFUND_SUM = `
        legacyResourceId
        createdAt
        totalRefundedSet { shopMoney { amount currencyCode } }`;

/** @param lines how many returned lines are told of each */
const refund = (lines: number) => `${REFUND_SUM}
        refundLineItems(first: ${lines}) {
          pageInfo { hasNextPage }
          nodes {
            subtotalSet { shopMoney { amount currencyCode } }
            totalTaxSet { shopMoney { amount currencyCode } }
          }
        }
        refundShippingLines(first: 1) {
          pageInfo { hasNextPage }
          nodes {
            subtotalAmountSet { shopMoney { amount currencyCode } }
            taxAmountSet { shopMoney { amount currencyCode } }
          }
        }`;

export const SHOP_QUERY = `query shop {
  shop { name currencyCode }
}`;

export const ORDERS_QUERY = `query orders($query: String!, $after: String) {
  orders(first: 14, after: $after, query: $query, sortKey: UPDATED_AT) {
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
        nodes {${LINE}
        }
      }
      refunds(first: ${REFUNDS_IN_PAGE}) {${refund(5)}
      }
    }
  }
}`;

/** More of one order than a page has room for: its lines, and all its refunds, of the first ones what they were for. */
export const ORDER_QUERY = `query order($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 75, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {${LINE}
      }
    }
    refunds(first: 20) {${refund(25)}
    }
    sums: refunds(first: 250) {${REFUND_SUM}
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

/** What is told as it happens; the compliance topics are set in the app's own configuration. */
export const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'REFUNDS_CREATE',
  'APP_UNINSTALLED',
] as const;
