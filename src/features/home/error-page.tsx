import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { PublicLayout } from '#ui/layout/public-layout.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { useFrame } from './public.layout.tsx'
import { text } from './text.ts'

const words = text.error

/**
 * Explains that there is no such page, the site is down or something failed. The request id, if there is one, can be
 * looked up in the server's log.
 */
export function ErrorPage({ status, requestId }: { status: number; requestId?: string | undefined }) {
  const frame = useFrame()
  const { pathname, search } = useLocation()
  const missing = pathname.startsWith('/films/') ? words.noFilm : words.notFound
  const { title, lead } = status === 404 ? missing : status === 503 ? words.away : words.broken
  return (
    <PublicLayout {...frame}>
      <title>{frame.siteName ? `${title} | ${frame.siteName}` : title}</title>
      <div className="sec">
        <div className="wrap">
          <EmptyState
            fillsPage
            title={title}
            actions={
              <>
                {status === 404 && (
                  <ButtonLink href={frame.login.href} data-session="guest">
                    {frame.login.label}
                  </ButtonLink>
                )}
                {status === 503 && <ButtonLink href={pathname + search}>{text.offline.retry}</ButtonLink>}
                <ButtonLink variant={status === 503 || status === 404 ? 'line' : 'filled'} href="/">
                  {words.home}
                </ButtonLink>
                <ButtonLink variant="line" href="/language/vocabulary">
                  {words.lookUp}
                </ButtonLink>
              </>
            }
          >
            {lead}
            {status === 404 && <span data-session="guest"> {words.notFound.logIn}</span>}
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
