// GraphQL queries. Connections inside a page of orders are short, because the query cost is
// calculated from their sizes in advance: a page costs about 950 of 1,000 available points, and so
// does the query for the rest of a long order. Buyers aren't queried: that would require another
// permission, and webhooks provide them if the store allows it.

/** Refunds per order in a page; if there are as many, there may be more. */
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

/** @param lines number of returned lines per refund */
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

/** The rest of a long order: its lines, and all refunds, with details of the first ones. */
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

/** Webhook topics; compliance topics are configured in the app. */
export const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'REFUNDS_CREATE',
  'APP_UNINSTALLED',
] as const;

/** Topics of disputed payments, which need a separate scope. */
export const DISPUTE_TOPICS = ['DISPUTES_CREATE', 'DISPUTES_UPDATE'] as const;
