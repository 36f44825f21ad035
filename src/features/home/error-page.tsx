import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { PublicLayout } from '#ui/public-layout.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { useFrame } from './public.layout.tsx'
import { text } from './text.ts'

const words = text.error

/** The page of an address with nothing behind it, of an outage, and of a fault of ours, which the log knows by its id. */
export function ErrorPage({ status, requestId }: { status: number; requestId?: string | undefined }) {
  const frame = useFrame()
  const { pathname, search } = useLocation()
  const { title, lead } = status === 404 ? words.notFound : status === 503 ? words.away : words.broken
  return (
    <PublicLayout {...frame}>
      <title>{frame.siteName ? `${title} | ${frame.siteName}` : title}</title>
      <div className="sec">
        <div className="wrap">
          <EmptyState
            whole
            title={title}
            actions={
              <>
                {status === 503 && <ButtonLink href={pathname + search}>{text.offline.retry}</ButtonLink>}
                <ButtonLink variant={status === 503 ? 'line' : 'filled'} href="/">
                  {words.home}
                </ButtonLink>
                <ButtonLink variant="line" href="/language/vocabulary">
                  {words.lookUp}
                </ButtonLink>
              </>
            }
          >
            {lead}
            {requestId && (
              <>
                <br />
                <span className="small break">{words.tell(requestId)}</span>
              </>
            )}
          </EmptyState>
        </div>
      </div>
    </PublicLayout>
  )
}
