import { formatBytes } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { Resend } from '../resend.tsx'
import { text } from '../text.ts'

const words = text.storage

/** Shows how much storage the member's texts and files use, and how to get more if the email is unconfirmed. */
export function StorageUsed() {
  const usage = useAnswer(['storage'], (options) => api.upload.usage({}, options))
  return (
    <Section title={words.title} className="stack gap-3">
      {usage.isError ? (
        <ErrorState title={words.failed} onRetry={() => usage.refetch()} busy={usage.isFetching}>
          {usage.error.message}
        </ErrorState>
      ) : (
        <Used usage={usage.data} />
      )}
    </Section>
  )
}

type Usage = Awaited<ReturnType<typeof api.upload.usage>>

function Used({ usage }: { usage: Usage | undefined }) {
  if (!usage) return <p role="status">{words.loading}</p>
  const { used, allowed, allowedConfirmed } = usage
  return (
    <>
      <p>{words.used(used === 0 ? '0 KB' : formatBytes(used), formatBytes(allowed))}</p>
      <progress max={allowed} value={Math.min(used, allowed)} aria-label={words.title} />
      <p className="small">{words.counted}</p>
      {allowedConfirmed > allowed && (
        <>
          <p>{words.confirm(formatBytes(allowedConfirmed))}</p>
          <p>
            <Resend label={words.resend} />
          </p>
        </>
      )}
    </>
  )
}
