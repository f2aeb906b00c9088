import { buildSchema } from 'graphql';

/** The part of the platform's Admin API that is played here; names and shapes are those of version 2026-07. */
const TEXT = `
scalar DateTime
scalar Decimal
scalar URL
scalar UnsignedInt64

interface Node { id: ID! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type MoneyV2 { amount: Decimal! currencyCode: String! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type UserError { field: [String!] message: String! }
type Attribute { key: String! value: String }
type Count { count: Int! precision: CountPrecision! }
enum CountPrecision { EXACT AT_LEAST }
type Image { url: URL! altText: String }

type QueryRoot {
  shop: Shop!
  order(id: ID!): Order
  orders(first: Int, after: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT, query: String): OrderConnection!
  product(id: ID!): Product
  products(first: Int, after: String, reverse: Boolean = false, sortKey: ProductSortKeys = ID, query: String): ProductConnection!
  webhookSubscriptions(first: Int, after: String, reverse: Boolean = false): WebhookSubscriptionConnection!
  codeDiscountNode(id: ID!): DiscountCodeNode
  codeDiscountNodeByCode(code: String!): DiscountCodeNode
  codeDiscountNodes(first: Int, after: String, reverse: Boolean = false, query: String): DiscountCodeNodeConnection!
  discountRedeemCodeBulkCreation(id: ID!): DiscountRedeemCodeBulkCreation
}

type Mutation {
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeBasicUpdate(id: ID!, basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicUpdatePayload
  discountCodeActivate(id: ID!): DiscountCodeActivatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  discountCodeDelete(id: ID!): DiscountCodeDeletePayload
  discountRedeemCodeBulkAdd(discountId: ID!, codes: [DiscountRedeemCodeInput!]!): DiscountRedeemCodeBulkAddPayload
}

type Shop implements Node { id: ID! name: String! email: String! myshopifyDomain: String! currencyCode: String! ianaTimezone: String! }

enum OrderSortKeys { CREATED_AT UPDATED_AT PROCESSED_AT ID }
enum OrderDisplayFinancialStatus { PENDING AUTHORIZED PARTIALLY_PAID PAID PARTIALLY_REFUNDED REFUNDED VOIDED EXPIRED }
enum OrderDisplayFulfillmentStatus { UNFULFILLED PARTIALLY_FULFILLED FULFILLED RESTOCKED }
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
type OrderConnection { edges: [OrderEdge!]! nodes: [Order!]! pageInfo: PageInfo! }
type OrderEdge { cursor: String! node: Order! }
type Order implements Node {
  id: ID! legacyResourceId: UnsignedInt64! name: String! email: String note: String tags: [String!]! test: Boolean!
  createdAt: DateTime! updatedAt: DateTime! processedAt: DateTime! cancelledAt: DateTime cancelReason: OrderCancelReason
  currencyCode: String! presentmentCurrencyCode: String! taxesIncluded: Boolean!
  displayFinancialStatus: OrderDisplayFinancialStatus displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  subtotalPriceSet: MoneyBag totalPriceSet: MoneyBag! totalDiscountsSet: MoneyBag totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag totalRefundedSet: MoneyBag!
  discountCodes: [String!]! customAttributes: [Attribute!]!
  customerJourneySummary: CustomerJourneySummary
  customer: Customer
  lineItems(first: Int, after: String, reverse: Boolean = false): LineItemConnection!
  refunds(first: Int): [Refund!]!
}
type Customer implements Node { id: ID! firstName: String lastName: String email: String }
type CustomerJourneySummary { ready: Boolean! firstVisit: CustomerVisit lastVisit: CustomerVisit }
type CustomerVisit implements Node { id: ID! landingPage: URL referrerUrl: URL occurredAt: DateTime! }
type LineItemConnection { edges: [LineItemEdge!]! nodes: [LineItem!]! pageInfo: PageInfo! }
type LineItemEdge { cursor: String! node: LineItem! }
type LineItem implements Node { id: ID! title: String! sku: String quantity: Int! currentQuantity: Int! originalUnitPriceSet: MoneyBag! totalDiscountSet: MoneyBag! discountAllocations: [DiscountAllocation!]! }
type DiscountAllocation { allocatedAmountSet: MoneyBag! }
type Refund implements Node { id: ID! legacyResourceId: UnsignedInt64! createdAt: DateTime note: String totalRefundedSet: MoneyBag!
  refundLineItems(first: Int, after: String, reverse: Boolean = false): RefundLineItemConnection!
  refundShippingLines(first: Int, after: String): RefundShippingLineConnection! }
type RefundLineItemConnection { edges: [RefundLineItemEdge!]! nodes: [RefundLineItem!]! pageInfo: PageInfo! }
type RefundLineItemEdge { cursor: String! node: RefundLineItem! }
type RefundLineItem { id: ID quantity: Int! subtotalSet: MoneyBag! totalTaxSet: MoneyBag! lineItem: LineItem! }
type RefundShippingLineConnection { edges: [RefundShippingLineEdge!]! nodes: [RefundShippingLine!]! pageInfo: PageInfo! }
type RefundShippingLineEdge { cursor: String! node: RefundShippingLine! }
type RefundShippingLine implements Node { id: ID! subtotalAmountSet: MoneyBag! taxAmountSet: MoneyBag! }

enum ProductSortKeys { CREATED_AT UPDATED_AT ID TITLE VENDOR RELEVANCE }
enum ProductStatus { ACTIVE ARCHIVED DRAFT }
type ProductConnection { edges: [ProductEdge!]! nodes: [Product!]! pageInfo: PageInfo! }
type ProductEdge { cursor: String! node: Product! }
type Product implements Node { id: ID! legacyResourceId: UnsignedInt64! title: String! handle: String! vendor: String! productType: String! status: ProductStatus! tags: [String!]! descriptionHtml: String! onlineStoreUrl: URL createdAt: DateTime! updatedAt: DateTime! featuredImage: Image featuredMedia: MediaImage priceRangeV2: ProductPriceRangeV2! totalInventory: Int!
  variants(first: Int, after: String): ProductVariantConnection! }
type MediaImage implements Node { id: ID! alt: String image: Image preview: MediaPreviewImage }
type MediaPreviewImage { image: Image }
type ProductPriceRangeV2 { minVariantPrice: MoneyV2! maxVariantPrice: MoneyV2! }
type ProductVariantConnection { edges: [ProductVariantEdge!]! nodes: [ProductVariant!]! pageInfo: PageInfo! }
type ProductVariantEdge { cursor: String! node: ProductVariant! }
type ProductVariant implements Node { id: ID! legacyResourceId: UnsignedInt64! title: String! displayName: String! sku: String price: Decimal! }

enum WebhookSubscriptionTopic { APP_UNINSTALLED APP_SCOPES_UPDATE ORDERS_CREATE ORDERS_UPDATED ORDERS_PAID ORDERS_CANCELLED ORDERS_DELETE ORDERS_EDITED ORDERS_FULFILLED ORDERS_PARTIALLY_FULFILLED REFUNDS_CREATE ORDER_TRANSACTIONS_CREATE PRODUCTS_CREATE PRODUCTS_UPDATE PRODUCTS_DELETE CUSTOMERS_CREATE CUSTOMERS_UPDATE CUSTOMERS_DELETE DISCOUNTS_CREATE DISCOUNTS_UPDATE DISCOUNTS_DELETE DISCOUNTS_REDEEMCODE_ADDED DISCOUNTS_REDEEMCODE_REMOVED SHOP_UPDATE }
input WebhookSubscriptionInput { uri: String }
type WebhookSubscription implements Node { id: ID! topic: WebhookSubscriptionTopic! uri: String! createdAt: DateTime! updatedAt: DateTime! }
type WebhookSubscriptionConnection { edges: [WebhookSubscriptionEdge!]! nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type WebhookSubscriptionEdge { cursor: String! node: WebhookSubscription! }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }

enum DiscountErrorCode { BLANK PRESENT TAKEN INVALID TOO_LONG TOO_SHORT LESS_THAN GREATER_THAN GREATER_THAN_OR_EQUAL_TO VALUE_OUTSIDE_RANGE MISSING_ARGUMENT CONFLICT DUPLICATE EXCEEDED_MAX MAX_APP_DISCOUNTS INTERNAL_ERROR }
type DiscountUserError { field: [String!] message: String! code: DiscountErrorCode extraInfo: String }
enum DiscountStatus { ACTIVE EXPIRED SCHEDULED }
enum DiscountBuyerSelection { ALL }
input DiscountBuyerSelectionInput { all: DiscountBuyerSelection }
input DiscountCustomerSelectionInput { all: Boolean }
input DiscountAmountInput { amount: Decimal appliesOnEachItem: Boolean }
input DiscountCustomerGetsValueInput { percentage: Float discountAmount: DiscountAmountInput }
input DiscountProductsInput { productsToAdd: [ID!] productsToRemove: [ID!] }
input DiscountItemsInput { all: Boolean products: DiscountProductsInput }
input DiscountCustomerGetsInput { value: DiscountCustomerGetsValueInput items: DiscountItemsInput appliesOnOneTimePurchase: Boolean appliesOnSubscription: Boolean }
input DiscountCombinesWithInput { productDiscounts: Boolean orderDiscounts: Boolean shippingDiscounts: Boolean }
input DiscountCodeBasicInput { code: String title: String startsAt: DateTime endsAt: DateTime context: DiscountContextInput customerSelection: DiscountCustomerSelectionInput customerGets: DiscountCustomerGetsInput usageLimit: Int appliesOncePerCustomer: Boolean combinesWith: DiscountCombinesWithInput recurringCycleLimit: Int tags: [String!] }
input DiscountContextInput { all: DiscountBuyerSelection customers: DiscountCustomersInput }
input DiscountCustomersInput { add: [ID!] remove: [ID!] }
input DiscountRedeemCodeInput { code: String! }
type DiscountPercentage { percentage: Float! }
type DiscountAmount { amount: MoneyV2! appliesOnEachItem: Boolean! }
union DiscountCustomerGetsValue = DiscountPercentage | DiscountAmount
type DiscountCustomerGets { value: DiscountCustomerGetsValue! }
type DiscountRedeemCodeConnection { edges: [DiscountRedeemCodeEdge!]! nodes: [DiscountRedeemCode!]! pageInfo: PageInfo! }
type DiscountRedeemCodeEdge { cursor: String! node: DiscountRedeemCode! }
type DiscountRedeemCode { id: ID! code: String! asyncUsageCount: Int! }
type DiscountCodeBasic { title: String! status: DiscountStatus! startsAt: DateTime! endsAt: DateTime usageLimit: Int appliesOncePerCustomer: Boolean! asyncUsageCount: Int! summary: String! shortSummary: String! customerGets: DiscountCustomerGets! codesCount: Count createdAt: DateTime! updatedAt: DateTime!
  codes(first: Int, after: String, query: String): DiscountRedeemCodeConnection! }
union DiscountCode = DiscountCodeBasic
type DiscountCodeNode implements Node { id: ID! codeDiscount: DiscountCode! }
type DiscountCodeNodeConnection { edges: [DiscountCodeNodeEdge!]! nodes: [DiscountCodeNode!]! pageInfo: PageInfo! }
type DiscountCodeNodeEdge { cursor: String! node: DiscountCodeNode! }
type DiscountCodeBasicCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeBasicUpdatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeActivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeactivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeletePayload { deletedCodeDiscountId: ID userErrors: [DiscountUserError!]! }
type DiscountRedeemCodeBulkAddPayload { bulkCreation: DiscountRedeemCodeBulkCreation userErrors: [DiscountUserError!]! }
type DiscountRedeemCodeBulkCreation implements Node { id: ID! done: Boolean! createdAt: DateTime! codesCount: Int! importedCount: Int! failedCount: Int! discountCode: DiscountCodeNode
  codes(first: Int, after: String): DiscountRedeemCodeBulkCreationCodeConnection! }
type DiscountRedeemCodeBulkCreationCodeConnection { edges: [DiscountRedeemCodeBulkCreationCodeEdge!]! nodes: [DiscountRedeemCodeBulkCreationCode!]! pageInfo: PageInfo! }
type DiscountRedeemCodeBulkCreationCodeEdge { cursor: String! node: DiscountRedeemCodeBulkCreationCode! }
type DiscountRedeemCodeBulkCreationCode { code: String! discountRedeemCode: DiscountRedeemCode errors: [DiscountUserError!]! }

schema { query: QueryRoot mutation: Mutation }
`;

export const schema = buildSchema(TEXT);
