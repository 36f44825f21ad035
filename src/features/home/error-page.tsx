import { ButtonLink } from '#ui/button.tsx'
import { PublicLayout } from '#ui/public-layout.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { useFrame } from './public.layout.tsx'
import { text } from './text.ts'

const words = text.error

/** The page of an address with nothing behind it, and of a fault of ours, which the log knows by its id. */
export function ErrorPage({ status, requestId }: { status: number; requestId?: string | undefined }) {
  const frame = useFrame()
  const notFound = status === 404
  const title = notFound ? words.notFoundTitle : words.brokenTitle
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
                <ButtonLink href="/">{words.home}</ButtonLink>
                <ButtonLink variant="line" href="/language/vocabulary">
                  {words.lookUp}
                </ButtonLink>
              </>
            }
          >
            {notFound ? words.notFound : words.broken}
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
