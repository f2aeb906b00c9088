import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import { Crashed } from '@troupe/ui/feedback/crash-boundary';
import { SignedIn } from './modules/account/user/signed-in.tsx';
import { nameOf } from './modules/account/user/user-place.ts';
import { ProgramList } from './modules/affiliate/program-list.tsx';
import { Home } from './modules/campaigns/campaign/home.tsx';
import { LoginRoute, LogoutRoute } from './routes/login.tsx';
import { isId, isInviteToken } from './shared/address.ts';
import { t } from './shared/messages/messages.gen.ts';
import { Shell, Waiting } from './shared/shell.tsx';

/** `/`: home for signed-in creators, otherwise the landing. */
function HomeRoute() {
  return <SignedIn>{(user) => <Home user={user} name={nameOf(user)} programs={<ProgramList />} />}</SignedIn>;
}

// Written in code: one program of types holds both apps, and file routes of both would declare the same names.
const root = createRootRoute({ component: Outlet });
const getParentRoute = () => root;

/** Home takes the place of every unknown address. */
const goHome = () => redirect({ to: '/', replace: true });

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: HomeRoute }),
  createRoute({ getParentRoute, path: '/login', component: LoginRoute }),
  createRoute({ getParentRoute, path: '/logout', component: LogoutRoute }),
  createRoute({
    getParentRoute,
    path: '/invite/$token',
    beforeLoad: ({ params }) => {
      if (!isInviteToken(params.token)) throw goHome();
    },
    component: lazyRouteComponent(() => import('./modules/campaigns/invite/invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/campaigns/$campaignId',
    beforeLoad: ({ params }) => {
      if (!isId(params.campaignId)) throw goHome();
    },
    component: lazyRouteComponent(() => import('./routes/campaign.tsx'), 'CampaignRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '/opt-ins/$optInId',
    beforeLoad: ({ params }) => {
      if (!isId(params.optInId)) throw goHome();
    },
    component: lazyRouteComponent(() => import('./routes/opt-in.tsx'), 'OptInRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '/programs/$affiliateId',
    beforeLoad: ({ params }) => {
      if (!isId(params.affiliateId)) throw goHome();
    },
    component: lazyRouteComponent(() => import('./routes/program.tsx'), 'ProgramRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('./routes/account.tsx'), 'AccountRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '/what-brands-see',
    component: lazyRouteComponent(() => import('./routes/account.tsx'), 'BrandViewRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '/connect',
    component: lazyRouteComponent(() => import('./routes/account.tsx'), 'ConnectRoute'),
  }),
  createRoute({
    getParentRoute,
    path: '/$',
    beforeLoad: () => {
      throw goHome();
    },
  }),
]);

/** Makes the router of the creators' app. */
export function createAppRouter() {
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => (
      <Shell>
        <Waiting label={t('loading')} />
      </Shell>
    ),
    defaultErrorComponent: ({ error }: ErrorComponentProps) => (
      <Shell>
        <Crashed error={error} />
      </Shell>
    ),
    trailingSlash: 'preserve',
    scrollRestoration: true,
    parseSearch: parseAddressQuery,
    stringifySearch: writeAddressQuery,
  });
  // After navigation the focus is on the heading, so that a screen reader says where one is.
  router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
    if (fromLocation && hrefChanged) document.querySelector<HTMLElement>('main h1')?.focus();
  });
  return router;
}
