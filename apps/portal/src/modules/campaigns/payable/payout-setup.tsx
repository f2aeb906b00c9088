import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getOwnPayoutAccount,
  refreshOwnPayoutAccount,
  setUpOwnPayouts,
} from '@troupe/contract/campaigns/payout';
import type { OwnPayoutAccount } from '@troupe/domain/campaigns/payout';
import { joined, language } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { useEffect, useRef, useState } from 'react';
import { callOptions, client, errorText, refusalText } from '../../../shared/api.ts';
import { t } from '../messages/messages.gen.ts';

type Status = Exclude<OwnPayoutAccount['status'], 'none'>;

const TONES: Record<Status, PillTone> = {
  incomplete: 'tangerine',
  review: 'iris',
  ready: 'green',
  restricted: 'tangerine',
  rejected: 'red',
};

/** Leaves for the provider's form. */
async function openForm(country?: string): Promise<void> {
  const { url } = await client.call(setUpOwnPayouts, { body: country === undefined ? {} : { country } });
  location.assign(url);
}

/** Continues after the provider led back here: reads the account again, or gets a new link for an expired one. */
function useReturn(): void {
  const queryClient = useQueryClient();
  const started = useRef(false);
  useEffect(() => {
    const back = new URLSearchParams(location.search).get('payouts');
    if (started.current || back === null) return;
    started.current = true;
    history.replaceState(history.state, '', '/account#payouts');
    const work =
      back === 'continue'
        ? openForm()
        : client
            .call(refreshOwnPayoutAccount, {})
            .then((own) => queryClient.setQueryData(callOptions(getOwnPayoutAccount, {}).queryKey, own));
    work.catch((error) => notify.failure(errorText(error)));
  }, [queryClient]);
}

/** How the creator is paid through the provider: setting it up, and what is missing. Nothing where that isn't offered. */
export function PayoutSetup() {
  useReturn();
  const { data, error, isPending, refetch } = useQuery(callOptions(getOwnPayoutAccount, {}));
  if (data && !data.available) return null;
  return (
    <Section id="payouts" title={t('payout.title')}>
      {isPending && (
        <Loading label={t('payout.loading')}>
          <SkeletonRows rows={2} />
        </Loading>
      )}
      {error && !data && (
        <ErrorState title={t('payout.loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />
      )}
      {data &&
        (data.account ? (
          <Account account={data.account} countries={data.countries} />
        ) : (
          <Start countries={data.countries} />
        ))}
    </Section>
  );
}

function countryOptions(countries: readonly string[]) {
  const names = new Intl.DisplayNames([language()], { type: 'region' });
  return countries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, language()));
}

function Start({ countries }: { countries: readonly string[] }) {
  const [country, setCountry] = useState(countries.length === 1 ? (countries[0] ?? '') : '');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    if (country === '') return setError(t('payout.countryMissing'));
    setBusy(true);
    try {
      await openForm(country);
    } catch (failure) {
      setError(refusalText(failure));
      setBusy(false);
    }
  };
  return (
    <div className="payout">
      <p className="t-ink2">{t('payout.text')}</p>
      <SelectField
        label={t('payout.country')}
        help={t('payout.countryHelp')}
        error={error}
        size="form"
        options={[{ value: '', label: t('payout.chooseCountry') }, ...countryOptions(countries)]}
        value={country}
        onChange={(event) => {
          setCountry(event.target.value);
          setError(undefined);
        }}
      />
      <Button kind="main" busy={busy} onClick={start}>
        {t('payout.setUp')}
      </Button>
    </div>
  );
}

function Account({
  account: { status, country, missing, bankFailure },
  countries,
}: {
  account: OwnPayoutAccount;
  countries: readonly string[];
}) {
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(country);
  if (status === 'none') return null;
  const open = async () => {
    setBusy(true);
    try {
      await openForm(chosen === country ? undefined : chosen);
    } catch (error) {
      notify.failure(errorText(error));
      setBusy(false);
    }
  };
  const isDone = status === 'ready' && bankFailure === null;
  return (
    <div className="payout">
      <p className="payment-head">
        <Pill tone={TONES[status]}>{t(`payout.status.${status}`)}</Pill>
        <span>{t(`payout.statusText.${status}`)}</span>
      </p>
      {missing.length > 0 && status !== 'rejected' && (
        <p className="t-ink2">
          {t('payout.missing', { list: joined(missing.map((one) => t(`payout.need.${one}`))) })}
        </p>
      )}
      {bankFailure !== null && <p>{t('payout.bankFailure', { reason: bankFailure })}</p>}
      {status === 'incomplete' && (
        <SelectField
          label={t('payout.country')}
          help={t('payout.countryHelp')}
          size="form"
          options={countryOptions(countries.includes(country) ? countries : [country, ...countries])}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {status !== 'rejected' && (
        <Button kind={isDone ? 'second' : 'main'} busy={busy} onClick={open}>
          {isDone ? t('payout.update') : t('payout.continue')}
        </Button>
      )}
    </div>
  );
}
