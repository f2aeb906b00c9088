import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import {
  getDomainHealth,
  getEmailDomain,
  removeEmailDomain,
  resumeOutreach,
  rotateEmailDomainKey,
  saveEmailDomain,
  sendTestMail,
  verifyEmailDomain,
} from '@troupe/contract/outreach/email-domain';
import { getMailQueue } from '@troupe/contract/outreach/mail';
import type { EmailDomainForm } from '@troupe/domain/outreach/email-domain';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** The domain a brand sends from; null before it is set up. */
export const emailDomainOptions = (brandId: string) => callOptions(getEmailDomain, { params: { brandId } });
/** Emails waiting to be sent. */
export const mailQueueOptions = (brandId: string) => callOptions(getMailQueue, { params: { brandId } });

/** Bounces and complaints of the domain; null before it is set up. */
export const domainHealthOptions = (brandId: string) => callOptions(getDomainHealth, { params: { brandId } });

/** Resumes invites and follow-ups. */
export function useResumeOutreach() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(resumeOutreach, { params: { brandId } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(domainHealthOptions(brandId).queryKey, answer);
      notify.success(t('health.didResume'));
    },
    onError: (error) => void notify.failure(t('health.resumeFailed'), { detail: errorText(error) }),
    onSettled: () =>
      Promise.all(
        [['email-domain'], ['mail'], ['mailbox'], ['invite']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

type Answer = CallOutput<typeof getEmailDomain>;

/** Domain mutations; responses update the cache, and the brand is refetched. */
export function useDomainWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const params = { brandId };
  const onSuccess = (answer: Answer) =>
    queryClient.setQueryData(emailDomainOptions(brandId).queryKey, answer);
  const onSettled = () =>
    Promise.all(
      [['email-domain'], ['mail'], ['brand', 'getBrand']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const shared = { onSuccess, onSettled };
  return {
    save: useMutation({
      mutationFn: (body: EmailDomainForm) => client.call(saveEmailDomain, { params, body }),
      ...shared,
    }),
    check: useMutation({ mutationFn: () => client.call(verifyEmailDomain, { params }), ...shared }),
    rotate: useMutation({ mutationFn: () => client.call(rotateEmailDomainKey, { params }), ...shared }),
    remove: useMutation({ mutationFn: () => client.call(removeEmailDomain, { params }), ...shared }),
    test: useMutation({
      mutationFn: () => client.call(sendTestMail, { params }, { idempotencyKey: crypto.randomUUID() }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: ['email-domain'] }),
    }),
  };
}

export type DomainWrites = ReturnType<typeof useDomainWrites>;
