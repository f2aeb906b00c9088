/** A refusal in the vendor's shape: not wrapped, `type` missing where the vendor leaves it out. */
export class BillingError extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: 'payment' | 'invalid_request' | 'operation_failed' | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { type?: BillingError['type']; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.type = more.type;
    this.param = more.param;
  }

  toBody(): Record<string, unknown> {
    return {
      message: this.message,
      ...(this.type && { type: this.type }),
      api_error_code: this.code,
      ...(this.param && { param: this.param }),
      http_status_code: this.status,
    };
  }
}

/** `what` is what the vendor calls it in its texts, e.g. `Page`. */
export const notFound = (what: string, id: string) =>
  new BillingError(404, 'resource_not_found', `${what} ${id} not found`, { type: 'invalid_request' });

export const wrongValue = (param: string, reason: string) =>
  new BillingError(400, 'param_wrong_value', `${param} : ${reason}`, { type: 'invalid_request', param });

export const wrongState = (message: string) =>
  new BillingError(400, 'invalid_state_for_request', message, { type: 'invalid_request' });

export const paymentFailed = (message: string) =>
  new BillingError(400, 'payment_processing_failed', message, { type: 'payment' });
