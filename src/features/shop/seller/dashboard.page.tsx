import { useQuery } from '@tanstack/react-query'
import { contributePage } from '#content/product/card.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import type { Route } from './+types/dashboard.page.ts'
import { AskToSell } from './ask.tsx'
import { IncomingOrders } from './incoming.tsx'
import { FewLeft, SalesAndToDo } from './overview.tsx'
import { OwnProducts } from './products.tsx'
import { TermsForm } from './terms.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** What a seller has to do, sold and sells; for everyone else what selling is, and how to ask for it. */
export default function SellerDashboard() {
  const selling = useQuery({
    queryKey: ['selling', 'own'],
    queryFn: ({ signal }) => api.selling.get({}, { signal }),
    staleTime: 0,
  })
  const sells = selling.data?.state === 'seller'
  return (
    <div className="broad stack gap-6">
      <div className="row split">
        <h1>{text.title}</h1>
        {sells && (
          <ButtonLink to={contributePage} icon="plus">
            {text.add}
          </ButtonLink>
        )}
      </div>
      {selling.isPending && <Skeleton columns="g2" label={text.loading} />}
      {selling.isError && (
        <ErrorState title={text.failed} onRetry={() => selling.refetch()} busy={selling.isFetching}>
          {selling.error.message}
        </ErrorState>
      )}
      {selling.data && !sells && <AskToSell selling={selling.data} />}
      {selling.data && sells && (
        <>
          <SalesAndToDo />
          <IncomingOrders />
          <FewLeft />
          <OwnProducts />
          <TermsForm terms={selling.data} />
        </>
      )}
    </div>
  )
}
