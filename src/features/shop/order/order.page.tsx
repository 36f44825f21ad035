import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { AuthorName } from '#content/entry/page/author.tsx'
import { kinds } from '#content/kinds.ts'
import { money } from '#text/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Facts } from '#ui/list/list.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError } from '#web/errors.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { useSite } from '#web/site.ts'
import { notify } from '#web/toasts.ts'
import { myOrdersPage, sellingPage } from '../addresses.ts'
import { text as ofShop } from '../text.ts'
import { Totals } from '../totals.tsx'
import type { Route } from './+types/order.page.ts'
import { mpesaCode } from './mpesa-code.ts'
import type { Order } from './schema.ts'
import { OrderPill, statusWord } from './status.tsx'
import { EndButton, ends, MoveButton } from './status-buttons.tsx'
import { text } from './text.ts'

export const meta = titled(() => text.page)

/** Shows an order to its buyer and seller. When printed, the page is the receipt. */
export default function OrderPage({ params: { id } }: Route.ComponentProps) {
  const order = useAnswer(['order', id], (options) => api.order.get({ id }, options), { staleTime: 0 })
  const missing = order.error instanceof ApiError && [400, 404].includes(order.error.status)
  return (
    <div className="mid stack gap-5">
      {missing ? (
        <EmptyState fillsPage title={text.missing} actions={<ButtonLink to={myOrdersPage}>{text.toMine}</ButtonLink>} />
      ) : (
        <Loaded query={order} loading={{ count: 4, label: text.loading }} failed={text.failed}>
          {(order) => <FullOrder order={order} />}
        </Loaded>
      )}
    </div>
  )
}

function FullOrder({ order }: { order: Order }) {
  const { number, payment, status, seller } = order
  const site = useSite()
  const user = useUser()
  const sells = seller !== null && user?.id === seller.id
  const pays = !sells && payment.method === 'mpesa' && (status === 'placed' || status === 'confirmed')
  return (
    <>
      <p className="noprint">
        <Link className="back" to={sells ? sellingPage : myOrdersPage}>
          {sells ? text.toSelling : text.toMine}
        </Link>
      </p>
      <p className="onlyprint">{text.receipt(site?.siteName ?? '')}</p>
      <div className="row split">
        <div className="row">
          <h1>{text.title(number)}</h1>
          <OrderPill order={order} />
        </div>
        <Button variant="line" icon="print" onClick={() => print()}>
          {text.print}
        </Button>
      </div>
      {pays && <PayForm key={order.id} order={order} />}
      {(order.moves.length > 0 || !pays) && <Moves order={order} sells={sells} />}
      <Goods order={order} />
      <Facts rows={factsOf(order, formatDateTime(order.createdAt, useDateSetting()))} />
      <History order={order} />
    </>
  )
}

function Moves({ order, sells }: { order: Order; sells: boolean }) {
  const onward = order.moves.filter((status) => !ends(status))
  return (
    <Section id="next" title={text.next} look="t1" className="noprint stack gap-3">
      {order.moves.length === 0 && <p className="dim">{text.nothing}</p>}
      <div className="row">
        {onward.map((status, at) => (
          <MoveButton key={status} order={order} status={status} first={at === 0} />
        ))}
        {order.moves.filter(ends).map((status) => (
          <EndButton key={status} order={order} status={status} reasonNeeded={sells} />
        ))}
      </div>
    </Section>
  )
}

function Goods({ order }: { order: Order }) {
  const { items, currency, delivery } = order
  const lines = items.map((item, at) => ({ ...item, at }))
  return (
    <Section id="goods" title={text.goods} look="t1">
      <ul className="list">
        {lines.map(({ at, productId, name, price, quantity, amount }) => (
          <li key={at} className="goods">
            <div className="grow">
              <p className="strong break">
                {productId ? <a href={`${kinds.product.page}/${productId}`}>{name}</a> : name}
              </p>
              <p className="small dim">{text.each(quantity, money(price, currency))}</p>
            </div>
            <p className="amount">{money(amount, currency)}</p>
          </li>
        ))}
      </ul>
      <div className="totals">
        <Totals totals={order} currency={currency} delivery={delivery} />
      </div>
    </Section>
  )
}

/** Shows the history with person, time and reason, oldest first. */
function History({ order }: { order: Order }) {
  const setting = useDateSetting()
  const steps = order.history.map((step, index) => ({ ...step, index }))
  return (
    <Section id="history" title={text.history} look="t1 head" className="noprint">
      <ol className="list">
        {steps.map(({ index, status, at, by, reason }) => (
          <li key={index} className="stack gap-1">
            <p className="strong">{statusWord(status, order)}</p>
            <p className="small dim break">
              <time dateTime={at}>{formatDateTime(at, setting)}</time>, {text.by(by?.name ?? ofShop.left)}
            </p>
            {reason && <p className="lines break">{reason}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function factsOf(order: Order, placed: string) {
  const { buyer, seller, delivery, address, collectAt, phone, payment } = order
  const words = text.facts
  return [
    [words.placed, placed],
    [words.seller, seller ? <AuthorName key="seller" author={seller} /> : ofShop.left],
    [words.buyer, buyer?.name ?? ofShop.left],
    [words.phone, phone],
    [words.delivery, text.deliveries[delivery]],
    [words.address, delivery === 'delivery' && address ? linesOf(address) : null],
    [words.collectAt, delivery === 'collection' && collectAt ? linesOf(collectAt) : null],
    [words.payment, paymentOf(order)],
    [words.reference, payment.method === 'mpesa' ? payment.reference : null],
  ] as const
}

function linesOf(value: string) {
  return <span className="lines">{value}</span>
}

/** Returns the state of the payment. The history shows whether the order was paid. */
function paymentOf({ status, payment, history }: Order): string {
  if (status === 'cancelled') return text.notDue
  if (status === 'refunded') return text.givenBack
  if (history.some((step) => step.status === 'paid')) return text.paidBy[payment.method]
  return payment.method === 'mpesa' && payment.reference ? text.toCheck : text.unpaid[payment.method]
}

type Draft = { code: string }

/** Asks the buyer for the M-Pesa code while the order is unpaid. */
function PayForm({ order }: { order: Order }) {
  const words = text.pay
  const { id, payment, payTo } = order
  const storedDraft = draftOf<Draft>(formDraftName(`mpesa:${id}`))
  const queryClient = useQueryClient()
  const [code, setCode] = useState(() => storedDraft.read().code ?? payment.reference ?? '')
  const [wrong, setWrong] = useState(false)
  const pay = useMutation({
    mutationFn: (reference: string) => api.order.pay({ id, reference }),
    onSuccess: () => {
      storedDraft.clear()
      notify.success(words.saved)
      return queryClient.invalidateQueries({ queryKey: ['order'] })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const reference = code.trim().toUpperCase()
    setWrong(!mpesaCode.test(reference))
    if (mpesaCode.test(reference) && !pay.isPending) pay.mutate(reference)
  }

  return (
    <CheckedForm className="block quiet stack noprint" onSubmit={submit}>
      <h2 className="t1">{words.title}</h2>
      {payTo && (
        <p className="lines break">
          {text.facts.payTo}: <b>{payTo}</b>
        </p>
      )}
      <p>{words.lead}</p>
      <TextField
        label={words.code}
        hint={words.hint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={wrong ? words.wrong : pay.error ? sentenceOf(pay.error) : undefined}
        value={code}
        onChange={({ target }) => {
          setCode(target.value)
          storedDraft.write({ code: target.value })
        }}
      />
      <Button type="submit" busy={pay.isPending}>
        {words.save}
      </Button>
    </CheckedForm>
  )
}

function sentenceOf(error: Error): string {
  const [issue] = error instanceof ApiError ? error.issues : []
  return issue?.message ?? `${text.pay.failed} ${error.message}`
}
