import { IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import { listOwnAffiliateCodes } from '@troupe/contract/affiliate/affiliate-code';
import {
  createOwnAffiliateLink,
  getOwnAffiliateLinkPng,
  getOwnAffiliateLinkSvg,
  listOwnAffiliateLinks,
} from '@troupe/contract/affiliate/affiliate-link';
import type { OwnAffiliate } from '@troupe/domain/affiliate/affiliate';
import type { OwnLink } from '@troupe/domain/affiliate/affiliate-link';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useState } from 'react';
import { callOptions, client, errorText, forget, refusalText } from '../../shared/api.ts';
import { useDraft } from '../../shared/draft.ts';
import { t } from './messages/messages.gen.ts';

const PRINT_PIXELS = 1024;

/** The creator's links and codes in a program, and the form that makes a link. */
export function OwnLinks({ program }: { program: OwnAffiliate }) {
  const params = { affiliateId: program.id };
  const links = useQuery(callOptions(listOwnAffiliateLinks, { params, query: { page: 1 } }));
  const codes = useQuery(callOptions(listOwnAffiliateCodes, { params }));
  const [making, setMaking] = useState(false);
  const [qr, setQr] = useState<OwnLink | null>(null);
  const { createLink } = program.abilities;
  return (
    <Section
      title={t('links.title')}
      actions={
        <Button disabledReason={createLink.reason} onClick={() => setMaking(true)}>
          {t('links.new')}
        </Button>
      }
    >
      {links.isPending && (
        <Loading label={t('loading')}>
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {links.error && !links.data && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(links.error)}
          onRetry={() => void links.refetch()}
        />
      )}
      {links.data?.links.length === 0 && <p className="t-ink2">{t('links.none')}</p>}
      <ul className="program-rows">
        {links.data?.links.map((link) => (
          <li key={link.id}>
            <span className="program-words">
              <span className="t-name">
                <bdi>{link.label || link.slug}</bdi>
              </span>
              <span className="t-12 t-ink2">
                <bdi dir="ltr">{link.url}</bdi>
              </span>
              <span className="t-12 t-ink2">
                {t('clicks', { count: link.clicks30Days })}
                {!link.credits && ` · ${t('links.noCredit')}`}
              </span>
            </span>
            <span className="program-actions">
              <CopyButton text={link.url} label={t('links.copy', { name: link.label || link.slug })} />
              <IconButton
                label={t('links.qr', { name: link.label || link.slug })}
                icon={<IconQrcode size={18} />}
                onClick={() => setQr(link)}
              />
            </span>
          </li>
        ))}
        {codes.data?.codes.map(({ id, code }) => (
          <li key={id}>
            <span className="program-words">
              <span className="t-name">
                <code dir="ltr">{code}</code>
              </span>
              <span className="t-12 t-ink2">{t('codes.kind')}</span>
            </span>
            <CopyButton text={code} label={t('links.copy', { name: code })} />
          </li>
        ))}
      </ul>
      {making && <NewLinkDialog program={program} onClose={() => setMaking(false)} />}
      {qr && <QrDialog link={qr} onClose={() => setQr(null)} />}
    </Section>
  );
}

function NewLinkDialog({ program, onClose }: { program: OwnAffiliate; onClose: () => void }) {
  const {
    values: fields,
    change,
    discard,
  } = useDraft(`affiliate-link.${program.id}`, { label: '', destination: '/' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const create = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await client.call(createOwnAffiliateLink, { params: { affiliateId: program.id }, body: fields });
      discard();
      forget(listOwnAffiliateLinks, listOwnAffiliateCodes);
      onClose();
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t('links.new')}
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {t('links.new')}
          </Button>
        </>
      }
    >
      <div className="program-part">
        <TextField
          label={t('links.label')}
          help={t('links.labelHelp')}
          size="form"
          dir="auto"
          maxLength={120}
          value={fields.label}
          onChange={(event) => change({ label: event.target.value })}
        />
        <TextField
          label={t('links.destination')}
          help={program.storefront ?? undefined}
          size="form"
          dir="ltr"
          autoCapitalize="none"
          value={fields.destination}
          error={failure}
          onChange={(event) => change({ destination: event.target.value })}
        />
      </div>
    </Dialog>
  );
}

/** The QR code of a link, to show and to save. */
function QrDialog({ link, onClose }: { link: OwnLink; onClose: () => void }) {
  const params = { affiliateId: link.affiliateId, linkId: link.id };
  const name = link.label || link.slug;
  const { data, error, refetch } = useQuery({
    queryKey: ['affiliate-link', 'qr', link.id],
    queryFn: ({ signal }) => client.download(getOwnAffiliateLinkSvg, { params }, { signal }),
  });
  const [shown, setShown] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setShown(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  const savePng = async () => {
    setFailure(null);
    try {
      const query = { size: PRINT_PIXELS };
      saveBlob(await client.download(getOwnAffiliateLinkPng, { params, query }), `${link.slug}.png`);
    } catch (reason) {
      setFailure(errorText(reason));
    }
  };
  return (
    <Dialog
      open
      title={t('links.qr', { name })}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={() => void savePng()}>
          {t('qr.save')}
        </Button>
      }
    >
      <div className="program-part">
        {(error || failure) && (
          <ErrorState
            title={t('loadFailed')}
            text={failure ?? errorText(error)}
            onRetry={() => void refetch()}
          />
        )}
        {shown && <img className="program-qr" src={shown} alt={t('links.qr', { name })} />}
      </div>
    </Dialog>
  );
}
