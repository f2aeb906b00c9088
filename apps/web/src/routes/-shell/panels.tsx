import { usePreload } from '@troupe/ui/hooks';
import { lazy, Suspense } from 'react';
import { useImportWork } from '../../modules/discovery/creator-import/watched-imports.ts';
import { CommandPalette } from '../../modules/operations/command-palette/command-palette.tsx';
import { closePanel, usePanel } from '../../shared/panels.ts';
import { useSession } from '../../shared/session/session.ts';

const loadPalette = () => import('./palette.tsx');
const PaletteCommands = lazy(loadPalette);
const MobileMenu = lazy(() => import('./mobile-menu.tsx'));
const CreateBrandDialog = lazy(() => import('../../modules/account/brand/create-brand-dialog.tsx'));
const WhatsNewPanel = lazy(() => import('../../modules/site/product-update/update-list.tsx'));
const QueryTools = lazy(() => import('../../modules/account/user/query-tools.tsx'));
const ImportWatcher = lazy(() => import('../../modules/discovery/creator-import/import-watcher.tsx'));

/** The dialog of a session that has ended, also fetched before it is needed. */
export const loadSessionEnded = () => import('../../modules/account/user/session-ended-dialog.tsx');
const SessionEndedDialog = lazy(loadSessionEnded);

/** What opens over any screen, each loaded when it first opens. */
export function Panels() {
  const panel = usePanel();
  const ended = useSession().status === 'ended';
  const importing = useImportWork();
  usePreload(loadPalette);
  return (
    <Suspense>
      {panel === 'palette' && <CommandPalette list={PaletteCommands} onClose={closePanel} />}
      {panel === 'mobile-menu' && <MobileMenu onClose={closePanel} />}
      {panel === 'create-brand' && <CreateBrandDialog onClose={closePanel} />}
      {panel === 'whats-new' && <WhatsNewPanel onClose={closePanel} />}
      {panel === 'query-tools' && <QueryTools onClose={closePanel} />}
      {importing && <ImportWatcher />}
      {ended && <SessionEndedDialog />}
    </Suspense>
  );
}
