import { formatMonth } from '#ui/data/formats.ts'
import { Facts } from '#ui/list/list.tsx'
import type { Person } from './schema.ts'
import { text } from './text.ts'

/** Shows the facts that a member has given, without rows for missing ones. `complete` adds the full bio. */
export function About({ person: { place, since, links, bio }, complete }: { person: Person; complete: boolean }) {
  const networks: Record<string, string> = text.networks
  const elsewhere = links.map(({ network, url }) => (
    <li key={url}>
      <a href={url} rel="me nofollow ugc noopener noreferrer" className="break">
        {networks[network] ?? new URL(url).host}
      </a>
    </li>
  ))
  return (
    <aside className="card" aria-labelledby="about">
      <div className="in stack gap-3">
        <h2 className="t1" id="about">
          {text.about}
        </h2>
        {complete && <p className="lines break">{bio}</p>}
        <Facts
          rows={[
            [text.facts.place, place],
            [
              text.facts.since,
              <time key="since" dateTime={since}>
                {formatMonth(since)}
              </time>,
            ],
            [
              text.facts.elsewhere,
              elsewhere.length > 0 && (
                <ul key="links" className="elsewhere">
                  {elsewhere}
                </ul>
              ),
            ],
          ]}
        />
      </div>
    </aside>
  )
}
