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
  currentAppInstallation: AppInstallation!
  node(id: ID!): Node
  order(id: ID!): Order
  orders(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT, query: String): OrderConnection!
  ordersCount(query: String, limit: Int): Count
  product(id: ID!): Product
  products(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, sortKey: ProductSortKeys = ID, query: String): ProductConnection!
  webhookSubscription(id: ID!): WebhookSubscription
  webhookSubscriptions(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, topics: [WebhookSubscriptionTopic!], uri: String, callbackUrl: URL, format: WebhookSubscriptionFormat): WebhookSubscriptionConnection!
  codeDiscountNode(id: ID!): DiscountCodeNode
  codeDiscountNodeByCode(code: String!): DiscountCodeNode
  codeDiscountNodes(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, query: String): DiscountCodeNodeConnection!
  discountRedeemCodeBulkCreation(id: ID!): DiscountRedeemCodeBulkCreation
}

type Mutation {
  appUninstall: AppUninstallPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeBasicUpdate(id: ID!, basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicUpdatePayload
  discountCodeActivate(id: ID!): DiscountCodeActivatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  discountCodeDelete(id: ID!): DiscountCodeDeletePayload
  discountRedeemCodeBulkAdd(discountId: ID!, codes: [DiscountRedeemCodeInput!]!): DiscountRedeemCodeBulkAddPayload
}

type Shop implements Node { id: ID! name: String! email: String! contactEmail: String! myshopifyDomain: String! url: URL! primaryDomain: Domain! currencyCode: String! ianaTimezone: String! timezoneOffset: String! plan: ShopPlan! shopOwnerName: String! createdAt: DateTime! }
type Domain { host: String! url: URL! }
type ShopPlan { displayName: String! publicDisplayName: String! shopifyPlus: Boolean! partnerDevelopment: Boolean! }
type AppInstallation implements Node { id: ID! app: App! accessScopes: [AccessScope!]! }
type App implements Node { id: ID! title: String! apiKey: String! }
type AccessScope { handle: String! description: String! }
type AppUninstallPayload { app: App userErrors: [UserError!]! }

enum OrderSortKeys { CREATED_AT UPDATED_AT PROCESSED_AT ID ORDER_NUMBER TOTAL_PRICE FINANCIAL_STATUS CUSTOMER_NAME RELEVANCE }
enum OrderDisplayFinancialStatus { PENDING AUTHORIZED PARTIALLY_PAID PAID PARTIALLY_REFUNDED REFUNDED VOIDED EXPIRED }
enum OrderDisplayFulfillmentStatus { UNFULFILLED PARTIALLY_FULFILLED FULFILLED RESTOCKED }
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
type OrderConnection { edges: [OrderEdge!]! nodes: [Order!]! pageInfo: PageInfo! }
type OrderEdge { cursor: String! node: Order! }
type Order implements Node {
  id: ID! legacyResourceId: UnsignedInt64! name: String! number: Int! email: String phone: String note: String tags: [String!]! test: Boolean! confirmed: Boolean!
  createdAt: DateTime! updatedAt: DateTime! processedAt: DateTime! cancelledAt: DateTime cancelReason: OrderCancelReason closedAt: DateTime
  currencyCode: String! presentmentCurrencyCode: String! taxesIncluded: Boolean!
  displayFinancialStatus: OrderDisplayFinancialStatus displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  subtotalPriceSet: MoneyBag totalPriceSet: MoneyBag! totalDiscountsSet: MoneyBag totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag
  totalRefundedSet: MoneyBag! totalRefundedShippingSet: MoneyBag! netPaymentSet: MoneyBag! totalReceivedSet: MoneyBag!
  currentSubtotalPriceSet: MoneyBag! currentTotalPriceSet: MoneyBag! currentTotalDiscountsSet: MoneyBag! currentTotalTaxSet: MoneyBag!
  discountCode: String discountCodes: [String!]!
  discountApplications(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): DiscountApplicationConnection!
  customAttributes: [Attribute!]! sourceName: String landingPageUrl: URL referrerUrl: URL
  customerJourneySummary: CustomerJourneySummary
  customer: Customer
  lineItems(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): LineItemConnection!
  refunds(first: Int): [Refund!]!
  transactions(first: Int): [OrderTransaction!]!
}
type Customer implements Node { id: ID! legacyResourceId: UnsignedInt64! displayName: String! firstName: String lastName: String email: String defaultEmailAddress: CustomerEmailAddress numberOfOrders: UnsignedInt64! }
type CustomerEmailAddress { emailAddress: String! }
type CustomerJourneySummary { ready: Boolean! customerOrderIndex: Int daysToConversion: Int firstVisit: CustomerVisit lastVisit: CustomerVisit }
type CustomerVisit implements Node { id: ID! landingPage: URL referrerUrl: URL referralCode: String source: String! occurredAt: DateTime! utmParameters: UTMParameters }
type UTMParameters { campaign: String content: String medium: String source: String term: String }
type LineItemConnection { edges: [LineItemEdge!]! nodes: [LineItem!]! pageInfo: PageInfo! }
type LineItemEdge { cursor: String! node: LineItem! }
type LineItem implements Node { id: ID! name: String! title: String! sku: String quantity: Int! currentQuantity: Int! refundableQuantity: Int! product: Product variantTitle: String originalUnitPriceSet: MoneyBag! originalTotalSet: MoneyBag! discountedTotalSet: MoneyBag! discountedUnitPriceAfterAllDiscountsSet: MoneyBag! totalDiscountSet: MoneyBag! discountAllocations: [DiscountAllocation!]! }
type DiscountAllocation { allocatedAmountSet: MoneyBag! discountApplication: DiscountApplication! }
type Refund implements Node { id: ID! legacyResourceId: UnsignedInt64! createdAt: DateTime updatedAt: DateTime! note: String totalRefundedSet: MoneyBag! order: Order!
  refundLineItems(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): RefundLineItemConnection!
  refundShippingLines(first: Int, after: String, last: Int, before: String): RefundShippingLineConnection!
  transactions(first: Int, after: String, last: Int, before: String): OrderTransactionConnection! }
type RefundLineItemConnection { edges: [RefundLineItemEdge!]! nodes: [RefundLineItem!]! pageInfo: PageInfo! }
type RefundLineItemEdge { cursor: String! node: RefundLineItem! }
type RefundLineItem { id: ID quantity: Int! subtotalSet: MoneyBag! totalTaxSet: MoneyBag! priceSet: MoneyBag! lineItem: LineItem! restocked: Boolean! }
type RefundShippingLineConnection { edges: [RefundShippingLineEdge!]! nodes: [RefundShippingLine!]! pageInfo: PageInfo! }
type RefundShippingLineEdge { cursor: String! node: RefundShippingLine! }
type RefundShippingLine implements Node { id: ID! subtotalAmountSet: MoneyBag! taxAmountSet: MoneyBag! }
enum OrderTransactionKind { SALE CAPTURE AUTHORIZATION VOID REFUND CHANGE }
enum OrderTransactionStatus { SUCCESS FAILURE PENDING ERROR }
type OrderTransactionConnection { edges: [OrderTransactionEdge!]! nodes: [OrderTransaction!]! pageInfo: PageInfo! }
type OrderTransactionEdge { cursor: String! node: OrderTransaction! }
type OrderTransaction implements Node { id: ID! kind: OrderTransactionKind! status: OrderTransactionStatus! gateway: String test: Boolean! amountSet: MoneyBag! createdAt: DateTime! processedAt: DateTime }
enum DiscountApplicationAllocationMethod { ACROSS EACH }
enum DiscountApplicationTargetSelection { ALL ENTITLED EXPLICIT }
enum DiscountApplicationTargetType { LINE_ITEM SHIPPING_LINE }
type PricingPercentageValue { percentage: Float! }
union PricingValue = MoneyV2 | PricingPercentageValue
interface DiscountApplication { allocationMethod: DiscountApplicationAllocationMethod! index: Int! targetSelection: DiscountApplicationTargetSelection! targetType: DiscountApplicationTargetType! value: PricingValue! }
type DiscountCodeApplication implements DiscountApplication { allocationMethod: DiscountApplicationAllocationMethod! index: Int! targetSelection: DiscountApplicationTargetSelection! targetType: DiscountApplicationTargetType! value: PricingValue! code: String! }
type DiscountApplicationConnection { edges: [DiscountApplicationEdge!]! nodes: [DiscountApplication!]! pageInfo: PageInfo! }
type DiscountApplicationEdge { cursor: String! node: DiscountApplication! }

enum ProductSortKeys { CREATED_AT UPDATED_AT ID TITLE VENDOR RELEVANCE }
enum ProductStatus { ACTIVE ARCHIVED DRAFT }
type ProductConnection { edges: [ProductEdge!]! nodes: [Product!]! pageInfo: PageInfo! }
type ProductEdge { cursor: String! node: Product! }
type Product implements Node { id: ID! legacyResourceId: UnsignedInt64! title: String! handle: String! vendor: String! productType: String! status: ProductStatus! tags: [String!]! descriptionHtml: String! onlineStoreUrl: URL createdAt: DateTime! updatedAt: DateTime! featuredImage: Image featuredMedia: MediaImage priceRangeV2: ProductPriceRangeV2! totalInventory: Int!
  variants(first: Int, after: String, last: Int, before: String): ProductVariantConnection! }
type MediaImage implements Node { id: ID! alt: String image: Image preview: MediaPreviewImage }
type MediaPreviewImage { image: Image }
type ProductPriceRangeV2 { minVariantPrice: MoneyV2! maxVariantPrice: MoneyV2! }
type ProductVariantConnection { edges: [ProductVariantEdge!]! nodes: [ProductVariant!]! pageInfo: PageInfo! }
type ProductVariantEdge { cursor: String! node: ProductVariant! }
type ProductVariant implements Node { id: ID! legacyResourceId: UnsignedInt64! title: String! displayName: String! sku: String price: Decimal! }

enum WebhookSubscriptionTopic { APP_UNINSTALLED APP_SCOPES_UPDATE ORDERS_CREATE ORDERS_UPDATED ORDERS_PAID ORDERS_CANCELLED ORDERS_DELETE ORDERS_EDITED ORDERS_FULFILLED ORDERS_PARTIALLY_FULFILLED REFUNDS_CREATE ORDER_TRANSACTIONS_CREATE PRODUCTS_CREATE PRODUCTS_UPDATE PRODUCTS_DELETE CUSTOMERS_CREATE CUSTOMERS_UPDATE CUSTOMERS_DELETE DISCOUNTS_CREATE DISCOUNTS_UPDATE DISCOUNTS_DELETE DISCOUNTS_REDEEMCODE_ADDED DISCOUNTS_REDEEMCODE_REMOVED SHOP_UPDATE }
enum WebhookSubscriptionFormat { JSON XML }
input WebhookSubscriptionInput { uri: String callbackUrl: URL format: WebhookSubscriptionFormat includeFields: [String!] filter: String metafieldNamespaces: [String!] }
type ApiVersion { handle: String! displayName: String! supported: Boolean! }
type WebhookHttpEndpoint { callbackUrl: URL! }
type WebhookEventBridgeEndpoint { arn: String! }
type WebhookPubSubEndpoint { pubSubProject: String! pubSubTopic: String! }
union WebhookSubscriptionEndpoint = WebhookHttpEndpoint | WebhookEventBridgeEndpoint | WebhookPubSubEndpoint
type WebhookSubscription implements Node { id: ID! legacyResourceId: UnsignedInt64! topic: WebhookSubscriptionTopic! uri: String! callbackUrl: URL! endpoint: WebhookSubscriptionEndpoint! format: WebhookSubscriptionFormat! includeFields: [String!]! metafieldNamespaces: [String!]! filter: String apiVersion: ApiVersion! createdAt: DateTime! updatedAt: DateTime! }
type WebhookSubscriptionConnection { edges: [WebhookSubscriptionEdge!]! nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type WebhookSubscriptionEdge { cursor: String! node: WebhookSubscription! }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
type WebhookSubscriptionUpdatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
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
  codes(first: Int, after: String, last: Int, before: String, query: String): DiscountRedeemCodeConnection! }
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
  codes(first: Int, after: String, last: Int, before: String): DiscountRedeemCodeBulkCreationCodeConnection! }
type DiscountRedeemCodeBulkCreationCodeConnection { edges: [DiscountRedeemCodeBulkCreationCodeEdge!]! nodes: [DiscountRedeemCodeBulkCreationCode!]! pageInfo: PageInfo! }
type DiscountRedeemCodeBulkCreationCodeEdge { cursor: String! node: DiscountRedeemCodeBulkCreationCode! }
type DiscountRedeemCodeBulkCreationCode { code: String! discountRedeemCode: DiscountRedeemCode errors: [DiscountUserError!]! }

schema { query: QueryRoot mutation: Mutation }
`;

export const schema = buildSchema(TEXT);
