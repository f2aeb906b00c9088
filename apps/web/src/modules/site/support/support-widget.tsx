import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { getSupportIdentity } from '@troupe/contract/site/support';
import { useEffect, useMemo, useRef } from 'react';
import { brandOptions, useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import type { SupportWidgetConfig } from '../../../shared/config.ts';
import { onLeaving } from '../../../shared/session/leave.ts';
import './messenger.css';
import { bootMessenger, type SupportPerson, shutMessenger, updateMessenger } from './messenger.ts';

/** Renew the token this long before it expires; the session has been renewed by then. */
const BEFORE_END_MS = 20_000;
const AT_LEAST_MS = 10_000;

/** The support widget of a member of a brand; draws nothing itself. */
export default function SupportWidget({ support }: { support: SupportWidgetConfig }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const person = usePerson();
  const booted = useRef(false);

  useEffect(() => {
    if (!person) return;
    if (booted.current) return updateMessenger(person);
    booted.current = true;
    bootMessenger(support, person);
  }, [support, person]);

  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    updateMessenger();
  }, [path]);

  useEffect(() => {
    const shut = () => {
      booted.current = false;
      shutMessenger();
    };
    const stop = onLeaving(shut);
    return () => {
      stop();
      shut();
    };
  }, []);
  return null;
}

/** The user; undefined until known, or if this deployment doesn't sign identities. */
function usePerson(): SupportPerson | undefined {
  const { data } = useQuery({
    ...callOptions(getSupportIdentity, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      const ends = state.data?.identity?.expiresAt;
      return ends ? Math.max(AT_LEAST_MS, Date.parse(ends) - Date.now() - BEFORE_END_MS) : false;
    },
    refetchIntervalInBackground: true,
  });
  const brandId = useBrandIdOrNone();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  const [name, plan] = [brand?.name, brand?.activeSubscriptions[0]?.planId ?? 'none'];
  const identity = data?.identity;
  return useMemo(() => {
    // The first greeting names the brand, so it waits for it.
    if (!identity || (brandId && !name)) return undefined;
    return {
      intercom_user_jwt: identity.token,
      created_at: Math.floor(Date.parse(identity.createdAt) / 1000),
      ...(brandId && name ? { company: { company_id: brandId, name, plan } } : {}),
    };
  }, [identity, brandId, name, plan]);
}
