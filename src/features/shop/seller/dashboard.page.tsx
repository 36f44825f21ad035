import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { changePageOf } from '#content/entry/address.ts'
import { kinds } from '#content/kinds.ts'
import { ProductCard } from '#content/product/card.tsx'
import { changedFields } from '#core/concurrency/changed-fields.ts'
import { RoleOnly } from '#features/frame/role/role-only.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { usePostForm } from '#web/post-form.ts'
import { usePageSize } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { orderPage, sellingPage } from '../addresses.ts'
import { OrderRow } from '../order/row.tsx'
import type { OrderBrief } from '../order/schema.ts'
import { statusOf } from '../order/status.tsx'
import { ends, MoveButton } from '../order/status-buttons.tsx'
import { text as ofOrders } from '../order/text.ts'
import { text as ofShop } from '../text.ts'
import { FewLeft, SalesAndToDo, useOverview } from './overview.tsx'
import { NewRequest, type Selling, Terms } from './schema.ts'
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

/** Shows the form in which a seller describes how buyers pay by M-Pesa and where they collect. */
function TermsForm({ terms: { payTo, collectAt } }: { terms: z.infer<typeof Terms> }) {
  const words = text.terms
  const queryClient = useQueryClient()
  const initial = { payTo, collectAt }
  const form = usePostForm({
    draft: formDraftName('terms'),
    // Saving replaces only the texts that were changed, so that a change of the other one in another tab stays.
    version: JSON.stringify(initial),
    initial,
    schema: Terms,
    send: async (values, version) => {
      await api.selling.terms(changedFields(JSON.parse(String(version)), values))
      notify.success(words.saved)
      await queryClient.invalidateQueries({ queryKey: ['selling', 'own'] })
    },
    words: () => words,
  })
  return (
    <Section id="terms" title={words.title} className="narrow wide stack">
      <p>{words.lead}</p>
      <CheckedForm className="stack" onSubmit={form.submit}>
        <TextField label={words.payTo} hint={words.payToHint} optional maxLength={200} {...form.field('payTo')} />
        <TextArea
          label={words.collectAt}
          hint={words.collectAtHint}
          optional
          rows={3}
          maxLength={500}
          {...form.field('collectAt')}
        />
        <FormError title={form.failure?.title}>{form.failure?.message}</FormError>
        <Button type="submit" busy={form.busy}>
          {words.save}
        </Button>
      </CheckedForm>
    </Section>
  )
}

function OwnProducts() {
  const words = text.products
  const query = { mine: 'true', limit: usePageSize(12) }
  const paged = usePaged([kinds.product.type, 'mine'], api.product.list, query, fresh)
  return (
    <Section id="products" title={words.title}>
      <PagedRows
        {...paged}
        look="grid g3"
        loading={{ shape: 'cards', columns: 'g3', count: 3, label: words.loading }}
        failed={words.failed}
        none={
          <EmptyState
            slim
            inSection
            title={words.none}
            actions={<ButtonLink to={kinds.product.form}>{text.add}</ButtonLink>}
          >
            {words.noneHint}
          </EmptyState>
        }
        row={(product) => (
          <ProductCard
            key={product.id}
            product={product}
            level={3}
            action={
              <ButtonLink variant="line" to={changePageOf(product)}>
                {uiText.edit}
                <span className="sr">: {product.name}</span>
              </ButtonLink>
            }
          />
        )}
      />
    </Section>
  )
}

type Standing = z.infer<typeof Selling>

/** Explains selling and shows the form for a request to sell, or says that a request is waiting. */
function AskToSell({ selling: { state, reason } }: { selling: Standing }) {
  const words = text.ask
  return (
    <div className="narrow wide stack gap-5">
      {state === 'asked' && (
        <Note look="ringed" icon="check">
          <p className="strong">{words.asked}</p>
          <p>{words.askedHint}</p>
        </Note>
      )}
      {state === 'refused' && (
        <Note look="ringed" icon="alert">
          <p className="strong">{words.refused}</p>
          {reason && <p className="lines break">{words.reason(reason)}</p>}
        </Note>
      )}
      <Section id="what" title={words.what}>
        <p>{words.lead}</p>
        <ul className="list">
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
      {state !== 'asked' && <RequestForm again={state === 'refused'} />}
    </div>
  )
}

function RequestForm({ again }: { again: boolean }) {
  const words = text.ask
  const queryClient = useQueryClient()
  const form = usePostForm({
    draft: formDraftName('selling'),
    initial: { about: '' },
    schema: NewRequest,
    send: async ({ about }) => {
      await api.selling.ask({ about })
      notify.success(words.sent)
      await queryClient.invalidateQueries({ queryKey: ['selling'] })
    },
    words: () => words,
  })
  return (
    <CheckedForm className="stack" onSubmit={form.submit}>
      <TextArea label={words.about} hint={words.aboutHint} maxLength={2000} {...form.field('about')} />
      <FormError title={form.failure?.title}>{form.failure?.message}</FormError>
      <Button type="submit" busy={form.busy}>
        {again ? words.again : words.send}
      </Button>
    </CheckedForm>
  )
}

/**
 * Lists orders placed with the seller. The filter is in the address. A button in each row moves the order to its next
 * status.
 */
function IncomingOrders() {
  const words = text.orders
  const [params, change] = useAddressQuery()
  const status = statusOf(params.get('status'))
  const q = params.get('q') ?? ''
  const query = { as: 'seller' as const, q, ...(status && { status }), limit: usePageSize(10) }
  const paged = usePaged(['order', 'incoming'], api.order.list, query, fresh)
  const save = useMutation({
    mutationFn: () => download('/orders?as=seller&format=csv', 'orders.csv'),
    onError: (error) => notify.error(error.message),
  })
  const isFiltered = q !== '' || status !== undefined
  return (
    <Section id="incoming" title={words.title}>
      <SearchForm
        key={q}
        label={words.searchLabel}
        placeholder={words.searchHint}
        defaultValue={q}
        onSearch={(q) => change({ q })}
      />
      <div className="row split tools">
        <Choice
          label={ofOrders.status}
          value={status ?? ''}
          options={{ '': ofOrders.all, ...ofOrders.statuses }}
          onChoose={(value) => change({ status: value })}
        />
        {paged.items.length > 0 && (
          <Button variant="line" busy={save.isPending} onClick={() => save.mutate()}>
            {words.download}
          </Button>
        )}
      </div>
      <PagedRows
        {...paged}
        loading={{ count: 3, label: words.loading }}
        failed={words.failed}
        none={
          isFiltered ? (
            <EmptyState
              slim
              plain
              inSection
              title={words.noneOf}
              actions={<ButtonLink to={sellingPage}>{words.all}</ButtonLink>}
            />
          ) : (
            <EmptyState slim inSection title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
        row={(order) => (
          <OrderRow key={order.id} order={order} level={3} about={aboutOf(order)} action={<Next order={order} />} />
        )}
      />
    </Section>
  )
}

function aboutOf({ buyer, pieces, payment: { reference } }: OrderBrief): string {
  const code = reference && text.orders.code(reference)
  return [buyer?.name ?? ofShop.left, ofShop.pieces(pieces), code].filter(Boolean).join(', ')
}

/** Shows a button for the usual next step, or a link to the order if there is none. */
function Next({ order }: { order: OrderBrief }) {
  const [next] = order.moves.filter((status) => !ends(status))
  if (next) return <MoveButton order={order} status={next} wide />
  return (
    <ButtonLink variant="line" wide to={orderPage(order.id)}>
      {ofOrders.see}
      <span className="sr">{ofOrders.of(order.number)}</span>
    </ButtonLink>
  )
}
