import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorPage } from '../src/feedback/error-page.tsx';
import { TroupeProvider } from '../src/provider.tsx';
import '../src/theme.css';
import { Components } from './components.tsx';
import './gallery.css';
import { More } from './more.tsx';

// `?show=more` shows components missing from the reference picture, `?show=404` an error page;
// `?scheme=dark`.
const asked = new URLSearchParams(location.search);
const scheme = asked.get('scheme');
if (scheme) localStorage.setItem('troupe-color-scheme', scheme);
const show = asked.get('show') ?? 'components';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

function Page() {
  if (show === 'components') return <Components />;
  if (show === 'more') return <More />;
  return (
    <ErrorPage
      full
      status={Number(show)}
      title="An error occurred"
      subtitle="This campaign does not exist."
    />
  );
}

createRoot(root).render(
  <StrictMode>
    <TroupeProvider>
      <Page />
    </TroupeProvider>
  </StrictMode>,
);
