import type { Api } from '../../platform/api.ts';

/** The domain that mails of the product itself are sent from; their Message-IDs end in it. */
export function noticeDomain({ config }: Pick<Api, 'config'>): string {
  return (
    config.MAIL_FROM.replace(/^.*<|>$/g, '')
      .split('@')
      .at(-1) || 'localhost'
  );
}
