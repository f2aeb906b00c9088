import { IconKey, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@troupe/domain/account/api-key';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, Suspense, useState } from 'react';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { config } from '../../../shared/config.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { OwnerSection, useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { SecretOnce } from '../../../shared/secret-once.tsx';
import { t } from '../messages/messages.gen.ts';
import { apiKeysOptions, scopeName, stateOf, useApiKeyWrites } from './api-key.ts';
import './api-key.css';

const ApiKeyDialog = lazy(() => import('./api-key-dialog.tsx'));

/** Keys with which the brand's own programs use the API. */
export default function AccountApiKeys() {
  const brandId = useBrandId();
  const query = useQuery({ ...apiKeysOptions(brandId), enabled: useIsOwner() === true });
  const writes = useApiKeyWrites();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  // Administrators see keys, and make none.
  const owns = useMe()?.brandProfiles.some((one) => one.brandId === brandId && one.role === 'owner');
  const keys = query.data?.apiKeys ?? [];
  return (
    <OwnerSection
      id="api-keys"
      title={t('apiKey.title')}
      what={t('apiKey.what')}
      query={query}
      subtitle={
        <a className="t-link" href={`${config.apiUrl}/docs`} target="_blank" rel="noreferrer">
          {t('apiKey.docs')}
        </a>
      }
      actions={
        <Button
          icon={<IconKey size={16} />}
          disabledReason={owns ? undefined : shared('owner.onlyAction')}
          onClick={() => setMaking(true)}
        >
          {t('apiKey.create')}
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyState title={t('apiKey.none')} text={t('apiKey.noneText')} />
      ) : (
        <KeyTable keys={keys} onRevoke={setRevoking} />
      )}
      {making && (
        <Suspense>
          <ApiKeyDialog
            create={writes.create}
            onMade={(key) => {
              setMaking(false);
              setMade(key);
            }}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
      {made && (
        <SecretOnce
          title={t('apiKey.new')}
          what={t('apiKey.word')}
          secret={made}
          use={t('apiKey.use')}
          onClose={() => setMade(null)}
        />
      )}
      <ConfirmDialog
        open={revoking !== null}
        danger
        title={t('apiKey.revokeAsk', { name: revoking?.name ?? '' })}
        text={t('apiKey.revokeText')}
        confirm={t('apiKey.revoke')}
        busy={writes.revoke.isPending}
        onConfirm={() =>
          revoking &&
          !writes.revoke.isPending &&
          writes.revoke.mutate(revoking, { onSettled: () => setRevoking(null) })
        }
        onClose={() => setRevoking(null)}
      />
    </OwnerSection>
  );
}

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <Table label={t('apiKey.title')} bleed className="api-key-table">
      <thead>
        <tr>
          <Th>{shared('name')}</Th>
          <Th>{t('apiKey.access')}</Th>
          <Th data-wide>{t('apiKey.created')}</Th>
          <Th data-wide>{t('apiKey.lastUsed')}</Th>
          <Th>{shared('status')}</Th>
          <Th>
            <span className="t-hidden">{shared('actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => {
          const { tone, label } = stateOf(key, new Date());
          return (
            <Tr key={key.id}>
              <Td className="api-key-name">
                <span className="t-name" dir="auto">
                  {key.name}
                </span>{' '}
                <span className="t-12 t-ink3">{t('apiKey.endsIn', { hint: key.hint })}</span>
              </Td>
              <Td className="t-ink2">{scopeName(key.scope)}</Td>
              <Td data-wide className="t-ink2" dir="auto">
                {key.createdBy
                  ? t('apiKey.createdBy', { day: dayText(key.created), name: key.createdBy })
                  : dayText(key.created)}
              </Td>
              <Td data-wide className="t-ink2">
                {key.lastUsed ? <Ago at={key.lastUsed} /> : t('apiKey.never')}
              </Td>
              <Td>
                <Pill tone={tone}>{label}</Pill>
              </Td>
              <Td>
                {!key.revoked && (
                  <RowActions>
                    <IconButton
                      label={t('apiKey.revokeOf', { name: key.name })}
                      icon={<IconTrash size={18} />}
                      size="row"
                      onClick={() => onRevoke(key)}
                    />
                  </RowActions>
                )}
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
