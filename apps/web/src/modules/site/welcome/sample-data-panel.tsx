import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addSampleData, removeSampleData } from '@troupe/contract/site/welcome';
import type { SampleData } from '@troupe/domain/site/welcome';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { notify } from '@troupe/ui/feedback/notify';
import { listed } from '@troupe/ui/lib/format';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';

interface SampleDataPanelProps {
  sample: SampleData | null;
  /** Whether to offer it to a brand without any. */
  offered: boolean;
}

/** Adds sample data to look around in, or says what there is and removes it. */
export function SampleDataPanel({ sample, offered }: SampleDataPanelProps) {
  const params = { brandId: useBrandId() };
  const queryClient = useQueryClient();
  // Lists, searches, campaigns and the brand itself show it: ask for all of them again.
  const onSuccess = () => queryClient.invalidateQueries();
  const add = useMutation({
    mutationFn: () => client.call(addSampleData, { params }),
    onSuccess,
    onError: (error) => notify.failure(t('sample.addFailed'), { detail: errorText(error) }),
  });
  const remove = useMutation({
    mutationFn: () => client.call(removeSampleData, { params }),
    onSuccess,
    onError: (error) => notify.failure(t('sample.removeFailed'), { detail: errorText(error) }),
  });
  if (!sample && !offered) return null;
  return (
    <section className="t-panel sample-data" aria-labelledby="sample-data">
      <div className="t-grow">
        <h2 id="sample-data" className="t-16">
          {sample ? t('sample.title') : t('sample.offer')}
        </h2>
        <p className="t-ink2" role="status">
          {sample ? t('sample.text', { contents: contents(sample) }) : t('sample.offerText')}
        </p>
        {sample && <SampleLinks sample={sample} />}
      </div>
      {sample ? (
        <Button busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('sample.remove')}
        </Button>
      ) : (
        <Button busy={add.isPending} onClick={() => add.mutate()}>
          {t('sample.add')}
        </Button>
      )}
    </section>
  );
}

/** '10 creators, 1 list, 1 campaign, 5 opt-ins and 6 posts' */
const contents = ({ creators, lists, campaigns, optIns, posts }: SampleData) =>
  listed([
    t('sample.creators', { count: creators }),
    t('sample.lists', { count: lists }),
    t('sample.campaigns', { count: campaigns }),
    t('sample.optIns', { count: optIns }),
    t('sample.posts', { count: posts }),
  ]);

function SampleLinks({ sample: { listId, campaignId } }: { sample: SampleData }) {
  return (
    <p className="sample-links">
      {listId && (
        <Link className="t-link" href={`/creator-search/lists?list=${listId}`}>
          {t('sample.openList')}
        </Link>
      )}
      {campaignId && (
        <Link className="t-link" href={`/campaigns/${campaignId}/metrics`}>
          {t('sample.openCampaign')}
        </Link>
      )}
    </p>
  );
}
