import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type OrdersAddress, readOrdersAddress } from '../../modules/commerce/order/order-address.ts';
import { ordersOptions } from '../../modules/commerce/order/order-queries.ts';
import { OrdersScreen } from '../../modules/commerce/order/orders-screen.tsx';
import { storesOptions } from '../../modules/commerce/store/store-queries.ts';
import { useBrandId, warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

const wantedOf = ({ page, store, status, search }: OrdersAddress) => ({
  page: Number(page ?? 1),
  storeId: store,
  status,
  search,
});

export const Route = createFileRoute('/_member/account/orders')({
  validateSearch: readOrdersAddress,
  loaderDeps: ({ search }) => readOrdersAddress(search),
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchQuery(ordersOptions(brandId, wantedOf(deps)));
      void queryClient.prefetchQuery(storesOptions(brandId));
    }),
  component: Orders,
});

function Orders() {
  return (
    <BrandScreen>
      <DocumentTitle>{t('orders.title')}</DocumentTitle>
      <OrdersOfBrand />
    </BrandScreen>
  );
}

function OrdersOfBrand() {
  const address = Route.useSearch({ select: readOrdersAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const stores = useQuery(storesOptions(useBrandId())).data?.stores;
  return (
    <OrdersScreen
      wanted={wantedOf(address)}
      onWant={({ page, storeId, status, search }) =>
        void navigate({
          search: { store: storeId, status, search, ...(page > 1 ? { page: String(page) } : {}) },
          replace: true,
        })
      }
      stores={stores}
      open={address.import ?? null}
      onOpen={(open) =>
        void navigate({
          search: { ...address, import: open ?? undefined },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
