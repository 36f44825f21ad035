import { pageOf, personPage } from '#content/entry/address.ts'
import { idOf } from '#content/entry/page/address-id.ts'
import { Share } from '#content/entry/page/share.tsx'
import { truncate } from '#text/truncate.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatCount, formatMonth } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { Facts } from '#ui/list/list.tsx'
import { Pills } from '#ui/list/pills.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/person.page.ts'
import type { Person } from './schema.ts'
import { Entries, sectionPage } from './section.tsx'
import { text } from './text.ts'

/** Number of characters of the bio that are shown beside the photo. A longer bio is shown in full below. */
const shortBio = 240

/** Loads what this reader may see of a member's page. Treats a malformed id like an unknown one. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const person = await context.get(apiContext).people.get(idOf(params))
  return { person, own: context.get(viewerContext)?.id === person.id }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { person } = args.loaderData
  const { name, bio, avatar, place, links } = person
  const path = personPage(person)
  const url = addressIn(args, path)
  const schema = {
    '@type': 'Person',
    '@id': url,
    url,
    name,
    description: bio || undefined,
    image: avatar ? addressIn(args, avatar) : undefined,
    homeLocation: place ? { '@type': 'Place', name: place } : undefined,
    sameAs: links.length > 0 ? links.map((link) => link.url) : undefined,
  }
  return head(args, { title: name, description: bio || text.personAbout(name), path, schema })
}

export default function PersonPage({ loaderData: { person, own } }: Route.ComponentProps) {
  const { sections } = person
  return (
    <div className="wrap content stack gap-6">
      <Opening person={person} />
      {own && <Own />}
      {sections.length > 1 && (
        <Pills
          label={text.onThisPage}
          links={sections.map(({ name, count }) => ({
            href: `#${name}`,
            label: text.sections[name],
            count: formatCount(count),
          }))}
        />
      )}
      <div className="grid g84">
        <div className="stack gap-7">
          {sections.map(({ name, count, entries }, at) => (
            <Section key={name} id={name} title={text.sections[name]}>
              <Entries personId={person.id} section={name} entries={entries} opening={at === 0} />
              {count > entries.length && (
                <p className="noprint">
                  <ButtonLink variant="line" href={sectionPage(person, name)}>
                    {text.all[name](count)}
                  </ButtonLink>
                </p>
              )}
            </Section>
          ))}
          {sections.length === 0 && (
            <EmptyState
              slim
              title={text.empty}
              actions={
                <ButtonLink href="/contribute/media?as=recording" icon="mic">
                  {text.record}
                </ButtonLink>
              }
            >
              {text.emptyHint}
            </EmptyState>
          )}
        </div>
        <div className="stack gap-6 start">
          <About person={person} complete={person.bio.length > shortBio} />
          {/* Until a member has shared something, only they can open their page. */}
          {sections.length > 0 && <Share title={person.name} />}
        </div>
      </div>
    </div>
  )
}

function Opening({ person: { name, avatar, bio, place, sections } }: { person: Person }) {
  const [recording] = sections.find((section) => section.name === 'recordings')?.entries ?? []
  const sells = sections.some((section) => section.name === 'products')
  return (
    <header className="stack">
      <p className="noprint">
        <a className="back" href="/people">
          {text.back}
        </a>
      </p>
      <div className="about-person">
        <Avatar name={name} photo={avatar} huge eager />
        <div className="stack gap-3">
          <h1>{name}</h1>
          {bio && <p className="lead lines">{truncate(bio, shortBio)}</p>}
          {place && (
            <ul className="tags">
              <li className="tag">{place}</li>
            </ul>
          )}
          {(recording || sells) && (
            <p className="row noprint">
              {recording && (
                <ButtonLink icon="play" href={pageOf(recording)}>
                  {text.latest}
                </ButtonLink>
              )}
              {sells && (
                <ButtonLink variant="line" icon="bag" href="#products">
                  {text.goods}
                </ButtonLink>
              )}
            </p>
          )}
        </div>
      </div>
    </header>
  )
}

/** Tells members that this is their own page, and links to where they can edit it. */
function Own() {
  return (
    <Note
      look="quiet"
      action={
        <ButtonLink variant="line" href="/profile">
          {text.edit}
        </ButtonLink>
      }
    >
      <p className="strong">{text.own}</p>
      <p className="small">{text.ownHint}</p>
    </Note>
  )
}

/** Shows the facts that a member has given, without rows for missing ones. `complete` adds the full bio. */
function About({ person: { place, since, links, bio }, complete }: { person: Person; complete: boolean }) {
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
