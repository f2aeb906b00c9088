import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resumeOutreach } from '@troupe/contract/outreach/email-domain';
import {
  connectMailbox,
  connectVendorMailbox,
  disconnectMailbox,
  listMailboxes,
  startMailboxConsent,
  testMailbox,
  updateMailbox,
} from '@troupe/contract/outreach/mailbox';
import type { MailboxForm, MailboxSettings, MailboxVendor } from '@troupe/domain/outreach/mailbox';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** The connected mailboxes of a brand, oldest first, and the vendors that can be connected. */
export const mailboxesOptions = (brandId: string) => callOptions(listMailboxes, { params: { brandId } });

/** Mailbox mutations; each refetches what depends on the sender. */
export function useMailboxWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [['mailbox'], ['mail'], ['brand', 'getBrand']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const params = { brandId };
  const one = (mailboxId: string) => ({ brandId, mailboxId });
  return {
    connect: useMutation({
      mutationFn: (body: MailboxForm) => client.call(connectMailbox, { params, body }),
      onSettled,
    }),
    start: useMutation({
      mutationFn: (body: { vendor: MailboxVendor; shared: boolean }) =>
        client.call(startMailboxConsent, { params, body }),
    }),
    finish: useMutation({
      mutationFn: (body: { code: string; state: string }) =>
        client.call(connectVendorMailbox, { params, body }),
      onSettled,
    }),
    change: useMutation({
      mutationFn: ({ id, body }: { id: string; body: MailboxSettings }) =>
        client.call(updateMailbox, { params: one(id), body }),
      onSettled,
    }),
    test: useMutation({
      mutationFn: (id: string) => client.call(testMailbox, { params: one(id) }),
      onSettled,
    }),
    /** Resumes invites and follow-ups that bounces or complaints stopped. */
    resume: useMutation({
      mutationFn: () => client.call(resumeOutreach, { params }),
      onSettled: () =>
        Promise.all(
          [['mailbox'], ['mail'], ['email-domain'], ['invite']].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        ),
    }),
    disconnect: useMutation({
      mutationFn: (id: string) => client.call(disconnectMailbox, { params: one(id) }),
      onSettled,
    }),
  };
}

export type MailboxWrites = ReturnType<typeof useMailboxWrites>;
