import { IconMailSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listCredits } from '@troupe/contract/billing/credit';
import { fetchCreatorContact, getCreatorMetaData } from '@troupe/contract/discovery/creator';
import type { Creator } from '@troupe/domain/discovery/creator';
import { Cost } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { paymentAction } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { contactText, creatorName } from '../../../shared/creator/creator-labels.ts';
import { patchCreator } from '../../../shared/creator/patch-creator.ts';
import { t } from './messages/messages.gen.ts';

/** Looks up a creator's contact details at the audience provider, with the price; nothing once they are known. */
export function ContactLookup({ creator }: { creator: Creator }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const known = creator.metaData.contactsFetched && !creator.metaData.contactsError;
  const asked = callOptions(getCreatorMetaData, { params: { id: creator.id } });
  const { data } = useQuery({ ...asked, enabled: !known });
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(fetchCreatorContact, { params: { brandId, profileId: creator.id } }),
    onSuccess: ({ metaData }) => {
      patchCreator(queryClient, creator.id, { metaData });
      void queryClient.invalidateQueries({ queryKey: asked.queryKey });
      void queryClient.invalidateQueries({ queryKey: [listCredits.noun] });
      const found = metaData.contactsFetched && !metaData.contactsError;
      if (found) notify.success(t('contact.fetched', { name: creatorName(creator) }));
      else notify.warning(contactText(metaData));
    },
    onError: (error) => {
      const action = paymentAction(error);
      notify.failure(errorText(error), action ? { action } : {});
    },
  });
  if (known) return null;
  if (data?.again) {
    return <span className="t-12 t-ink3">{t('contact.again', { date: dayText(data.again) })}</span>;
  }
  return (
    <Button size="row" icon={<IconMailSearch size={16} />} busy={isPending} onClick={() => mutate()}>
      {t('contact.lookUp')} {data && <Cost>{t('contact.cost', { credits: data.cost.credits })}</Cost>}
    </Button>
  );
}
