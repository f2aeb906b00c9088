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
import { OwnerSection, useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { SecretOnce } from '../../../shared/secret-once.tsx';
import { apiKeysOptions, SCOPE_NAMES, stateOf, useApiKeyWrites } from './api-key.ts';
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
      title="API keys"
      what="API keys"
      query={query}
      subtitle={
        <a className="t-link" href={`${config.apiUrl}/docs`} target="_blank" rel="noreferrer">
          Read the API documentation
        </a>
      }
      actions={
        <Button
          icon={<IconKey size={16} />}
          disabledReason={owns ? undefined : 'Only owners can do this'}
          onClick={() => setMaking(true)}
        >
          Create key
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyState title="No API keys yet" text="API keys let your apps read or change this brand’s data." />
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
          title="Your new API key"
          what="key"
          secret={made}
          use="Send it with each request: Authorization: Bearer, then the key."
          onClose={() => setMade(null)}
        />
      )}
      <ConfirmDialog
        open={revoking !== null}
        danger
        title={`Revoke ${revoking?.name ?? ''}?`}
        text="Apps that use this key lose access immediately. This can't be undone."
        confirm="Revoke"
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
    <Table label="API keys" bleed className="api-key-table">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Access</Th>
          <Th data-wide>Created</Th>
          <Th data-wide>Last used</Th>
          <Th>Status</Th>
          <Th>
            <span className="t-hidden">Actions</span>
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
                <span className="t-12 t-ink3">ends in {key.hint}</span>
              </Td>
              <Td className="t-ink2">{SCOPE_NAMES[key.scope]}</Td>
              <Td data-wide className="t-ink2" dir="auto">
                {dayText(key.created)}
                {key.createdBy ? ` by ${key.createdBy}` : ''}
              </Td>
              <Td data-wide className="t-ink2">
                {key.lastUsed ? <Ago at={key.lastUsed} /> : 'Never'}
              </Td>
              <Td>
                <Pill tone={tone}>{label}</Pill>
              </Td>
              <Td>
                {label !== 'Revoked' && (
                  <RowActions>
                    <IconButton
                      label={`Revoke ${key.name}`}
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
