import { data } from 'react-router'
import { hasRole } from '#core/permission.ts'
import { ReadingAudio } from '#ui/audio-player.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DataBadge } from '#ui/labels.tsx'
import { Facts } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { consentsPage } from '../entry/address.ts'
import { mayLink } from '../entry/archive.ts'
import { Covered } from '../entry/covered.tsx'
import { entryHead } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { Lines } from '../entry/lines.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import { ReportLink } from '../entry/report/button.tsx'
import { ReturnedNote } from '../entry/returned-note.tsx'
import { ById } from '../entry/schema.ts'
import { text as ofEntries } from '../entry/text.ts'
import type { Route } from './+types/detail.page.ts'
import { contributePage, proverbList } from './card.tsx'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** A proverb with its translation beside it. What is no id is nothing at this address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [proverb, links] = await Promise.all([
    api.proverb.get(id.data),
    api.archive.links({ ...id.data, limit: shownLinks }),
  ])
  const viewer = context.get(viewerContext)
  const own = viewer !== null && viewer.id === proverb.author?.id
  const mayChange = own || hasRole(viewer, 'keeper') || hasRole(viewer, 'moderator')
  return { proverb, links, mayChange, mayLink: mayLink(viewer, proverb) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { proverb } = given.loaderData
  const { translation, meaning, original, recording } = proverb
  const schema = { '@type': 'CreativeWork', genre: 'Proverb', inLanguage: 'enb', text: original }
  const description = translation ?? meaning ?? text.description
  return entryHead(given, proverb, { description, schema, files: [recording] })
}

export default function ProverbPage({ loaderData: { proverb, links, mayChange, mayLink } }: Route.ComponentProps) {
  const { id, title, original, translation, meaning, recording, author, visibility } = proverb
  return (
    <>
      <TitleBand field="maize" title={title} back={{ href: proverbList, label: text.title }} />
      <div className="wrap content stack gap-6">
        <HiddenNote entry={proverb} />
        <ReturnedNote entry={proverb} reading />
        <LabelNote entry={proverb} />
        <Covered entry={proverb}>
          {recording && (
            <section className="talk dusk stack" aria-labelledby="listen">
              <h2 className="t2" id="listen">
                {text.listen}
              </h2>
              <ReadingAudio src={recording.url} title={title} size={recording.size ?? undefined} />
            </section>
          )}
          <div className="grid g2">
            <section className="stack" aria-labelledby="original">
              <h2 className="t1" id="original">
                {text.original}
              </h2>
              <div className="t2 strong">
                <Lines of="enb">{original}</Lines>
              </div>
            </section>
            <section className="stack" aria-labelledby="translation">
              <h2 className="t1" id="translation">
                {text.translation}
              </h2>
              {translation ? <Lines>{translation}</Lines> : <p className="dim">{text.noTranslation}</p>}
            </section>
          </div>
          {meaning && (
            <section className="stack" aria-labelledby="meaning">
              <h2 className="t1" id="meaning">
                {text.meaning}
              </h2>
              <Lines>{meaning}</Lines>
            </section>
          )}
        </Covered>
        <Related id={id} links={links} mayLink={mayLink} />
        <Note look={proverb.confirmed ? 'quiet' : 'dashed'}>
          <DataBadge confirmed={proverb.confirmed ?? false}>
            {proverb.confirmed ? ofEntries.confirmed : ofEntries.unconfirmed}
          </DataBadge>
          <Facts
            rows={[
              [text.addedBy, author?.name ?? ofEntries.anonymous],
              [text.audience, text.audiences[visibility]],
            ]}
          />
        </Note>
        <p className="row noprint">
          {mayChange && (
            <>
              <ButtonLink variant="line" href={`${contributePage}?id=${id}`}>
                {text.change}
              </ButtonLink>
              <ButtonLink variant="line" icon="keep" href={consentsPage(proverb)}>
                {ofEntries.consents}
              </ButtonLink>
            </>
          )}
          <Button variant="line" icon="link" data-copy-link data-copied={text.copied}>
            <span data-label>{text.copyLink}</span>
          </Button>
          <ReportLink id={id} />
        </p>
      </div>
    </>
  )
}
