import { useMutation, useQueryClient } from '@tanstack/react-query'
import { WaysToShare } from '#content/entry/page/share.tsx'
import { languageOfForm } from '#text/ipa.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Word as Form } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { kind } from '../kind.ts'
import type { Word } from '../schema.ts'
import { text as ofVoice } from '../voice/text.ts'
import type { Route } from './+types/ask.page.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** The page where a member gets a link with which someone without an account can say a word. */
export default function AskPage({ params: { id } }: Route.ComponentProps) {
  const word = useAnswer(['vocabulary', 'one', id], (options) => api.vocabulary.get({ id }, options))
  return (
    <div className="stack gap-5 mid">
      <h1 className="t1">{text.title}</h1>
      <Loaded query={word} loading={{ label: ofVoice.loading }} failed={ofVoice.wordFailed}>
        {(data) => <AskFor word={data} />}
      </Loaded>
    </div>
  )
}

function AskFor({ word }: { word: Word }) {
  const { id, form, english } = word
  const queryClient = useQueryClient()
  const asks = useAnswer(['vocabulary', 'asks', id], (options) => api.vocabulary.asks({ id }, options))
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['vocabulary', 'asks', id] })
  const ask = useMutation({
    mutationFn: () => api.vocabulary.ask({ id }),
    onSuccess: refresh,
    onError: (error) => notify.error(error.message),
  })
  return (
    <>
      <section className="talk maize stack gap-1 center">
        <p className="t4">
          <Form lang={languageOfForm(word)}>{form}</Form>
        </p>
        <p className="t1 strong" lang="en">
          {english}
        </p>
      </section>
      <p className="t1">{text.lead}</p>
      <p>{text.rules}</p>
      {ask.data ? (
        <div className="stack">
          <p className="strong" role="status">
            {text.ready}
          </p>
          <WaysToShare title={text.message(form)} path={ask.data.path} />
        </div>
      ) : (
        <p>
          <Button icon="share" busy={ask.isPending} onClick={() => ask.mutate()}>
            {text.make}
          </Button>
        </p>
      )}
      {!asks.data ? (
        <Loaded query={asks} loading={{ count: 1 }} failed={text.failed} />
      ) : (
        asks.data.items.length > 0 && <Sent asks={asks.data.items} onTakenBack={refresh} />
      )}
      <p className="row">
        <ButtonLink variant="text" href={`${kind.page}/${id}`}>
          {text.back}
        </ButtonLink>
      </p>
    </>
  )
}

type SentProps = { asks: Awaited<ReturnType<typeof api.vocabulary.asks>>['items']; onTakenBack: () => Promise<void> }

/** The member's links for the word, which can be taken back. */
function Sent({ asks, onTakenBack }: SentProps) {
  const setting = useDateSetting()
  return (
    <Section id="sent" title={text.sent}>
      <ul className="list">
        {asks.map(({ id, until, answered }) => (
          <ListRow
            key={id}
            action={
              <ConfirmButton
                label={text.takeBack}
                title={text.takeBackTitle}
                act={async () => {
                  await api.vocabulary.withdrawAsk({ id })
                  notify.success(text.takenBack)
                  await onTakenBack()
                }}
              >
                {text.takeBackBody}
              </ConfirmButton>
            }
          >
            <p>{answered ? text.answered : text.waits(formatDate(until, setting))}</p>
          </ListRow>
        ))}
      </ul>
    </Section>
  )
}
