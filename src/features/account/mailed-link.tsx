import type { ReactNode } from 'react'
import { Gate } from '#ui/layout/hero.tsx'
import { head } from '#web/head.ts'
import { text } from './text.ts'

/** Returns the head of a page whose address contains a secret, which no other site may see. */
export function secretHead(args: Parameters<typeof head>[0], title: string) {
  return [...head(args, { title, unlisted: true }), { name: 'referrer', content: 'no-referrer' }]
}

/** Returns the server's answer to the token of a mailed link, or the error if the request failed. */
export async function answerTo<T>(call: Promise<T>): Promise<T | Error> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

type MailedLinkProps = { greeting: string; title: string; children: ReactNode }

/** The layout of a page opened by a mailed link. */
export function MailedLink({ greeting, title, children }: MailedLinkProps) {
  return (
    <Gate field="dusk" say={greeting}>
      <div className="gate-say stack">
        <h1>{title}</h1>
        <noscript>
          <p className="note ringed">{text.linkNeedsScript}</p>
        </noscript>
        {children}
      </div>
    </Gate>
  )
}
