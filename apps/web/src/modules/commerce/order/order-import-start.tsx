import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createOrderImport } from '@troupe/contract/commerce/order-import';
import { MAX_ORDER_IMPORT_BYTES, NO_STORE } from '@troupe/domain/commerce/order-import';
import type { Store } from '@troupe/domain/commerce/store';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { uploadClient } from '../../../shared/call/upload-client.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { orderImportsOptions } from './order-queries.ts';

const ACCEPTED = '.csv,.tsv,.txt,.json,.jsonl,.ndjson';
const MOST_EARLIER = 5;

interface OrderImportStartProps {
  stores: readonly Store[];
  onOpen: (importId: string) => void;
  onClose: () => void;
}

/** The file, which store it is of, and the imports so far. */
export function OrderImportStart({ stores, onOpen, onClose }: OrderImportStartProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const earlier = useQuery(orderImportsOptions(brandId)).data?.orderImports ?? [];
  const [file, setFile] = useState<File | null>(null);
  const [storeId, setStoreId] = useState('');
  const [currency, setCurrency] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async () => {
    if (sending.current) return;
    const refusal = refusalOf(file, stores.length > 0 && storeId === '', currency.trim());
    if (refusal !== null || !file) return setFailure(refusal);
    const own = new AbortController();
    sending.current = own;
    setFailure(null);
    setShare(0);
    try {
      const { orderImport } = await uploadClient((sent, total) =>
        setShare(total > 0 ? sent / total : 0),
      ).upload(
        createOrderImport,
        {
          params: { brandId },
          query: { storeId: storeId || undefined, currency: currency.trim().toUpperCase() || undefined },
        },
        file,
        file.name,
        { signal: own.signal },
      );
      void queryClient.invalidateQueries({ queryKey: orderImportsOptions(brandId).queryKey });
      onOpen(orderImport.id);
    } catch (error) {
      if (!own.signal.aborted) setFailure(errorText(error));
    } finally {
      sending.current = null;
      setShare(null);
    }
  };
  const busy = share !== null;
  return (
    <Dialog
      open
      title={t('import.title')}
      width={560}
      onClose={onClose}
      onSubmit={() => void send()}
      foot={t('import.foot')}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {t('import.action')}
          </Button>
        </>
      }
    >
      <div className="order-import">
        <p className="t-ink2">{t('import.text')}</p>
        <div className="t-row t-wrap">
          <FileChoice
            label={t('import.file')}
            accept={ACCEPTED}
            onFiles={([chosen]) => {
              setFailure(null);
              setFile(chosen ?? null);
            }}
          >
            {(choose) => (
              <Button type="button" disabled={busy} onClick={choose}>
                {file ? t('import.chooseOther') : t('import.choose')}
              </Button>
            )}
          </FileChoice>
          <span className="order-import-file" dir="auto">
            {file?.name ?? t('import.noFile')}
          </span>
        </div>
        {stores.length > 0 && (
          <SelectField
            label={t('store')}
            value={storeId}
            placeholder={t('import.pick')}
            onChange={(event) => setStoreId(event.target.value)}
            options={[
              ...stores.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_STORE, label: t('import.noStore') },
            ]}
          />
        )}
        <TextField
          label={t('import.currency')}
          value={currency}
          maxLength={3}
          autoComplete="off"
          placeholder="EUR"
          onChange={(event) => setCurrency(event.target.value)}
        />
        {busy && (
          <ProgressBar
            label={share < 1 ? t('import.uploading') : t('import.reading')}
            value={share < 1 ? Math.round(share * 100) : null}
            max={100}
          />
        )}
        {failure && <ErrorState title={t('import.failed')} text={failure} />}
        {earlier.length > 0 && !busy && (
          <section className="order-import-earlier" aria-label={t('import.earlier')}>
            <h3 className="t-14 t-name">{t('import.earlier')}</h3>
            <ul>
              {earlier.slice(0, MOST_EARLIER).map(({ id, fileName, storeName, rows, rejected, created }) => (
                <li key={id}>
                  <button type="button" className="t-link" dir="auto" onClick={() => onOpen(id)}>
                    {fileName}
                  </button>
                  <span className="t-12 t-ink2">
                    {joined([
                      t('import.rowCount', { count: rows }),
                      rejected > 0 && t('import.rejectedCount', { count: exactNumber(rejected) }),
                      storeName ?? t('import.withoutStore'),
                    ])}
                    , <Ago at={created} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** Why nothing can be sent, or null. What is inside the file is for the server to judge. */
function refusalOf(file: File | null, storeMissing: boolean, currency: string): string | null {
  if (!file) return t('import.chooseFirst');
  if (file.size === 0) return t('import.empty');
  if (file.size > MAX_ORDER_IMPORT_BYTES) return t('import.tooLarge');
  if (storeMissing) return t('import.chooseStore');
  return currency === '' || /^[A-Za-z]{3}$/.test(currency) ? null : t('import.badCurrency');
}
