import { useCallback, useState } from 'react'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { languageOfForm } from '#text/ipa.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { FileField } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { useReveal } from '#ui/form/use-reveal.ts'
import { PaintWhole } from '#ui/layout/first-paint.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { Note } from '#ui/state/note.tsx'
import appCss from '#ui/styles/app.css?url'
import { api, apiContext } from '#web/api.ts'
import { ApiError, PostCancelled } from '#web/errors.ts'
import { head } from '#web/head.ts'
import { makeGuestKey } from '#web/outbox/key.ts'
import type { Register } from '#web/upload/send-file.ts'
import { fileProps, useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { kind } from '../kind.ts'
import { longestVoice } from '../voice/sound.ts'
import type { Route } from './+types/asked.page.ts'
import { text } from './text.ts'

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

/** Loads what the link asks for. The token is in the query, which no log contains. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, ...(await context.get(apiContext).vocabulary.asked({ token })) }
}

export function meta(args: Route.MetaArgs) {
  const form = args.loaderData?.ask?.word.form
  const title = form ? text.message(form) : text.gone
  return [...head(args, { title, unlisted: true }), { name: 'referrer', content: 'no-referrer' }]
}

/** The page that opens from a member's link: someone without an account says one word, their name and their consent. */
export default function AskedPage({ loaderData: { ask, token } }: Route.ComponentProps) {
  const [isSent, setSent] = useState(ask?.answered ?? false)
  const [isGone, setGone] = useState(ask === null)
  if (!ask || isGone)
    return (
      <TitleBand field="maize" title={text.gone} lead={text.goneNote}>
        <PaintWhole />
        <p>
          <ButtonLink variant="line" href={kind.list}>
            {text.toWords}
          </ButtonLink>
        </p>
      </TitleBand>
    )
  const { word, asker } = ask
  return (
    <>
      <TitleBand field="maize" title={word.form} word={languageOfForm(word)}>
        <p className="t3 strong">
          <span lang="en">{word.english}</span>
          {word.swahili && (
            <>
              {' · '}
              <span lang="sw">{word.swahili}</span>
            </>
          )}
        </p>
      </TitleBand>
      <div className="wrap content stack gap-5">
        <noscript>
          <p className="note ringed">{text.noScript}</p>
        </noscript>
        {isSent ? (
          <Note look="ringed" icon="check">
            <p className="strong" role="status">
              {text.thanks}
            </p>
            <p>{text.thanksNote(asker)}</p>
          </Note>
        ) : (
          <>
            <p className="t1">{text.asks(asker)}</p>
            <Answer token={token} onSent={() => setSent(true)} onGone={() => setGone(true)} />
          </>
        )}
      </div>
    </>
  )
}

type AnswerProps = { token: string; onSent: () => void; onGone: () => void }

/** Records the word and then the speaker's name and consent, one large button at a time. */
function Answer({ token, onSent, onGone }: AnswerProps) {
  const uploads = useUploads()
  // The device stores both recordings until they are sent.
  useState(makeGuestKey)
  const register: Register = useCallback(
    ({ size = 0, ...file }, options) => api.vocabulary.answerUpload({ token, size, ...file }, options),
    [token],
  )
  const word = useUpload({ uploads, name: `asked:${token}:word`, register })
  const consent = useUpload({ uploads, name: `asked:${token}:consent`, register })
  const second = useReveal<HTMLDivElement>(word.upload !== null)
  const last = useReveal<HTMLParagraphElement>(word.upload !== null && consent.upload !== null)
  const [sending, setSending] = useState<{ busy: boolean; failed?: string }>({ busy: false })

  async function send() {
    setSending({ busy: true })
    try {
      await uploads.ready()
      await api.vocabulary.answer({ token, word: word.address() ?? '', consent: consent.address() ?? '' })
      finish()
    } catch (error) {
      // The answer to an earlier attempt may have been lost.
      if (error instanceof ApiError && error.code === 'used') return finish()
      if (error instanceof ApiError && error.status === 404) return onGone()
      const message = error instanceof Error ? error.message : String(error)
      setSending({ busy: false, ...(!(error instanceof PostCancelled) && { failed: message }) })
    }
  }

  function finish() {
    void uploads.posted()
    onSent()
  }

  const take = (part: typeof word) => ({
    first: 'mic' as const,
    recordOnly: true,
    accept: acceptSound,
    maxSeconds: longestVoice,
    ...fileProps(part),
  })
  return (
    <form
      className="stack gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.busy) void send()
      }}
    >
      {!word.upload && <p className="t1 strong center">{text.how}</p>}
      <FileField {...take(word)} label={text.word} />
      {word.upload && (
        <div className="stack gap-5" ref={second}>
          {!consent.upload && <p className="t1 strong center">{text.next}</p>}
          <FileField {...take(consent)} label={text.consent} hint={text.thenHint} />
        </div>
      )}
      <FormError title={sending.failed ? text.notSent : null}>{sending.failed}</FormError>
      <PostProgress uploads={uploads} />
      {word.upload && consent.upload && (
        <p className="center" ref={last}>
          <Button type="submit" busy={sending.busy}>
            {text.send}
          </Button>
        </p>
      )}
    </form>
  )
}
