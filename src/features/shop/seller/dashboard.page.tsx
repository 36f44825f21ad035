import type { ComponentProps } from 'react'
import { kinds } from '#content/kinds.ts'
import { RoleOnly } from '#features/frame/role/role-only.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useUser } from '#web/session/session.ts'
import { IncomingOrders } from './incoming.tsx'
import { FewLeft, SalesAndToDo, useOverview } from './overview.tsx'
import { OwnProducts } from './products.tsx'
import { AskToSell } from './request-form.tsx'
import { TermsForm } from './terms.tsx'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** Shows a seller's tasks, sales and products, or how to become a seller. */
export default function SellerDashboard() {
  const selling = useAnswer(['selling', 'own'], (options) => api.selling.get({}, options), { staleTime: 0 })
  const sells = selling.data?.state === 'seller'
  // A member who lacks a required second factor may have the role already, so the page doesn't offer to ask for it.
  const lacksSecondFactor = useUser()?.secondFactorMissing === true
  return (
    <div className="broad stack gap-6">
      <div className="row split">
        <h1>{text.title}</h1>
        {sells && (
          <ButtonLink to={kinds.product.form} icon="plus">
            {text.add}
          </ButtonLink>
        )}
      </div>
      <Loaded query={selling} loading={{ shape: 'cards', columns: 'g2', label: text.loading }} failed={text.failed} />
      {selling.data && !sells && !lacksSecondFactor && <AskToSell selling={selling.data} />}
      {selling.data && !sells && lacksSecondFactor && (
        <RoleOnly needs="seller" refusal={text.sellersOnly}>
          {null}
        </RoleOnly>
      )}
      {selling.data && sells && <Shop terms={selling.data} />}
    </div>
  )
}

/** Shows the overview first; the rest follows once the height of the overview is known, so that it doesn't move. */
function Shop({ terms }: ComponentProps<typeof TermsForm>) {
  const { isPending } = useOverview()
  return (
    <>
      <SalesAndToDo />
      {!isPending && (
        <>
          <IncomingOrders />
          <FewLeft />
          <OwnProducts />
          <TermsForm terms={terms} />
        </>
      )}
    </>
  )
}
