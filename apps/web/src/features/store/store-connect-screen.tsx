import { IconArrowRight, IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/button';
import { TroupeDrawing } from '@troupe/ui/drawings';
import { ErrorState } from '@troupe/ui/error-state';
import { useEffect, useRef, useState } from 'react';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { errorText } from '../../shared/error-text.ts';
import { linkTarget } from '../../shared/links.ts';
import { PageLoading } from '../../shared/page-loading.tsx';
import { keepStore } from './kept-store.ts';
import { startedVisit } from './started-visit.ts';
import { readStoreVisit, type StoreVisit, storeQuery } from './store-address.ts';
import './store-connect.css';
import { StoreFacts } from './store-facts.tsx';
import { nonceOf } from './store-nonce.ts';
import { installOptions } from './store-queries.ts';

interface StoreConnectScreenProps {
  /** What the store handed over is kept: on to the dashboard. */
  onKept: () => void;
  /** It was read: nothing of it stays in the address. */
  onRead: () => void;
}

/** Where owners of a store arrive from its platform: what connecting does, and the way to their consent. */
export function StoreConnectScreen({ onKept, onRead }: StoreConnectScreenProps) {
  const [visit] = useState(() => readStoreVisit(storeQuery()));
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit, however often React mounts it
  useEffect(() => {
    if (read.current || visit.step === 'start') return;
    read.current = true;
    if (visit.step === 'declined') return onRead();
    const text = takeOver(visit);
    if (text === null) return onKept();
    setRefusal(text);
    onRead();
  }, []);

  if (visit.step === 'returned' && refusal === null) return <PageLoading label="Connecting your store" />;
  return <Landing visit={visit} refusal={refusal} />;
}

/** Keeps what came back from the consent; answers why that is not done. */
function takeOver(visit: Extract<StoreVisit, { step: 'returned' }>): string | null {
  const { shop, hmac, code, state, query } = visit;
  const given = new URLSearchParams(query);
  try {
    startedVisit.forget();
    if (state !== null && nonceOf(state) === undefined)
      return 'It was begun in another browser, or is finished already. Open Troupe again from the apps of your store.';
    keepStore({
      shop,
      hmac,
      code,
      query,
      ...(state === null ? {} : { state }),
      host: given.get('host') ?? '',
      timestamp: given.get('timestamp') ?? '',
    });
    return null;
  } catch {
    return 'Your browser keeps nothing for this page. Allow it to keep data, then open Troupe again from the apps of your store.';
  }
}

function Landing({ visit, refusal }: { visit: StoreVisit; refusal: string | null }) {
  const declined = visit.step === 'declined';
  const [query] = useState(() =>
    visit.step === 'start' ? visit.query : declined ? startedVisit.queryOf(visit.shop) : null,
  );
  const install = useQuery(installOptions(query));
  const [pressed, setPressed] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Back from the consent to the page as it was left.
    const again = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);

  const start = async () => {
    setPressed(true);
    if (leaving || query === null) return;
    const found = install.data ?? (await install.refetch({ cancelRefetch: false })).data;
    if (!found) return;
    setLeaving(true);
    location.assign(found.authorizeUrl);
  };
  const shop = install.data?.shop ?? visit.shop;
  const checking = pressed && install.isFetching;
  return (
    <div className="store-connect">
      <DocumentTitle>Connect your Shopify store</DocumentTitle>
      <div className="store-connect-words">
        <h1 className="t-28">Connect your Shopify store</h1>
        <p className="store-connect-sub">See which creator brought each sale, beside their content.</p>
        {shop && (
          <p className="store-connect-shop">
            <IconBuildingStore size={20} />
            <span className="t-medium" dir="ltr">
              {shop}
            </span>
          </p>
        )}
        {declined && !pressed && (
          <ErrorState
            title="The connection was not allowed."
            text={
              query === null
                ? 'Nothing was read. To connect your store, open Troupe again from its apps.'
                : 'Nothing was read. To connect your store, press Get Started and allow it.'
            }
          />
        )}
        {refusal && !pressed && <ErrorState title="This connection cannot go on." text={refusal} />}
        {pressed && query === null && (
          <ErrorState
            title="Invalid Shopify store URL"
            text="Open Troupe from the apps of your store: its link says which store it is."
          />
        )}
        {install.error && !install.isFetching && (
          <ErrorState
            title={
              install.error.status === 0 || install.error.status >= 500
                ? 'Your store could not be checked.'
                : 'This link cannot be used.'
            }
            text={errorText(install.error)}
          />
        )}
        <div className="store-connect-ways">
          <Button
            kind="main"
            size="form"
            iconRight={<IconArrowRight size={16} />}
            busy={leaving || checking}
            onClick={() => void start()}
          >
            Get Started
          </Button>
          {query === null && (
            <Button size="form" href={linkTarget('storeApp')}>
              Open the app page
            </Button>
          )}
        </div>
        <p className="t-12 t-ink3">Your store asks you first. Nothing is read before you allow it.</p>
      </div>
      <div className="store-connect-drawing">
        <TroupeDrawing width={320} />
      </div>
      <StoreFacts />
    </div>
  );
}
