import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { ProgramPage } from '../modules/affiliate/program-page.tsx';
import { useRouteParam } from '../shared/address.ts';

/** `/programs/ID` */
export function ProgramRoute() {
  const affiliateId = useRouteParam('affiliateId');
  return <SignedIn>{() => <ProgramPage key={affiliateId} affiliateId={affiliateId} />}</SignedIn>;
}
