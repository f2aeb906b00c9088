import { buildSchema } from 'graphql';

/** The part of the platform's Admin API that is played here; names and shapes are those of version 2026-07. */
const TEXT = `
scalar DateTime
scalar Decimal
scalar URL
scalar UnsignedInt64

interface Node { id: ID! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! endCursor: String }
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
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeBasicUpdate(id: ID!, basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicUpdatePayload
  discountCodeActivate(id: ID!): DiscountCodeActivatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  discountCodeDelete(id: ID!): DiscountCodeDeletePayload
  discountRedeemCodeBulkAdd(discountId: ID!, codes: [DiscountRedeemCodeInput!]!): DiscountRedeemCodeBulkAddPayload
}

type Shop implements Node { id: ID! name: String! myshopifyDomain: String! currencyCode: String! }

enum OrderSortKeys { CREATED_AT UPDATED_AT PROCESSED_AT ID }
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
type Order implements Node {
  id: ID! legacyResourceId: UnsignedInt64! name: String! test: Boolean!
  createdAt: DateTime! updatedAt: DateTime! cancelledAt: DateTime
  currencyCode: String! presentmentCurrencyCode: String! taxesIncluded: Boolean!
  displayFinancialStatus: String displayFulfillmentStatus: String!
  subtotalPriceSet: MoneyBag totalPriceSet: MoneyBag! totalDiscountsSet: MoneyBag totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag
  discountCodes: [String!]! customAttributes: [Attribute!]!
  customerJourneySummary: CustomerJourneySummary
  lineItems(first: Int, after: String, reverse: Boolean = false): LineItemConnection!
  refunds(first: Int): [Refund!]!
}
type CustomerJourneySummary { firstVisit: CustomerVisit }
type CustomerVisit { landingPage: URL referrerUrl: URL }
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type LineItem implements Node { id: ID! title: String! sku: String quantity: Int! originalUnitPriceSet: MoneyBag! totalDiscountSet: MoneyBag! discountAllocations: [DiscountAllocation!]! }
type DiscountAllocation { allocatedAmountSet: MoneyBag! }
type Refund implements Node { id: ID! legacyResourceId: UnsignedInt64! createdAt: DateTime totalRefundedSet: MoneyBag!
  refundLineItems(first: Int, after: String, reverse: Boolean = false): RefundLineItemConnection!
  refundShippingLines(first: Int, after: String): RefundShippingLineConnection! }
type RefundLineItemConnection { nodes: [RefundLineItem!]! pageInfo: PageInfo! }
type RefundLineItem { subtotalSet: MoneyBag! totalTaxSet: MoneyBag! }
type RefundShippingLineConnection { nodes: [RefundShippingLine!]! pageInfo: PageInfo! }
type RefundShippingLine { subtotalAmountSet: MoneyBag! taxAmountSet: MoneyBag! }

enum ProductSortKeys { UPDATED_AT ID TITLE }
enum ProductStatus { ACTIVE ARCHIVED DRAFT }
type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
type Product implements Node { id: ID! legacyResourceId: UnsignedInt64! title: String! handle: String! vendor: String! productType: String! status: ProductStatus! onlineStoreUrl: URL createdAt: DateTime! updatedAt: DateTime! featuredImage: Image featuredMedia: MediaImage priceRangeV2: ProductPriceRangeV2!
  variants(first: Int, after: String): ProductVariantConnection! }
type MediaImage implements Node { id: ID! alt: String image: Image preview: MediaPreviewImage }
type MediaPreviewImage { image: Image }
type ProductPriceRangeV2 { minVariantPrice: MoneyV2! maxVariantPrice: MoneyV2! }
type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
type ProductVariant implements Node { id: ID! legacyResourceId: UnsignedInt64! title: String! sku: String price: Decimal! }

enum WebhookSubscriptionTopic { APP_UNINSTALLED ORDERS_CREATE ORDERS_UPDATED ORDERS_PAID ORDERS_CANCELLED REFUNDS_CREATE }
input WebhookSubscriptionInput { uri: String }
type WebhookSubscription implements Node { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }

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
type DiscountRedeemCodeConnection { nodes: [DiscountRedeemCode!]! pageInfo: PageInfo! }
type DiscountRedeemCode { id: ID! code: String! asyncUsageCount: Int! }
type DiscountCodeBasic { title: String! status: DiscountStatus! startsAt: DateTime! endsAt: DateTime usageLimit: Int appliesOncePerCustomer: Boolean! asyncUsageCount: Int! summary: String! shortSummary: String! customerGets: DiscountCustomerGets! codesCount: Count createdAt: DateTime! updatedAt: DateTime!
  codes(first: Int, after: String, query: String): DiscountRedeemCodeConnection! }
union DiscountCode = DiscountCodeBasic
type DiscountCodeNode implements Node { id: ID! codeDiscount: DiscountCode! }
type DiscountCodeNodeConnection { nodes: [DiscountCodeNode!]! pageInfo: PageInfo! }
type DiscountCodeBasicCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeBasicUpdatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeActivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeactivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeletePayload { deletedCodeDiscountId: ID userErrors: [DiscountUserError!]! }
type DiscountRedeemCodeBulkAddPayload { bulkCreation: DiscountRedeemCodeBulkCreation userErrors: [DiscountUserError!]! }
type DiscountRedeemCodeBulkCreation implements Node { id: ID! done: Boolean! createdAt: DateTime! codesCount: Int! importedCount: Int! failedCount: Int! discountCode: DiscountCodeNode
  codes(first: Int, after: String): DiscountRedeemCodeBulkCreationCodeConnection! }
type DiscountRedeemCodeBulkCreationCodeConnection { nodes: [DiscountRedeemCodeBulkCreationCode!]! pageInfo: PageInfo! }
type DiscountRedeemCodeBulkCreationCode { code: String! discountRedeemCode: DiscountRedeemCode errors: [DiscountUserError!]! }

schema { query: QueryRoot mutation: Mutation }
`;

export const schema = buildSchema(TEXT);
