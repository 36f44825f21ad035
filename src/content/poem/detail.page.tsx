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
import { contributePage, poemList } from './card.tsx'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** A poem with its translation beside it. What is no id is nothing at this address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [poem, links] = await Promise.all([api.poem.get(id.data), api.archive.links({ ...id.data, limit: shownLinks })])
  const viewer = context.get(viewerContext)
  const own = viewer !== null && viewer.id === poem.author?.id
  const mayChange = own || hasRole(viewer, 'keeper') || hasRole(viewer, 'moderator')
  return { poem, links, mayChange, mayLink: mayLink(viewer, poem) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { poem } = given.loaderData
  const { translation, original, poet, recording } = poem
  const schema = {
    '@type': 'CreativeWork',
    genre: 'Poetry',
    inLanguage: 'enb',
    text: original,
    creator: poet ? { '@type': 'Person', name: poet } : undefined,
  }
  return entryHead(given, poem, { description: translation ?? original, schema, files: [recording] })
}

export default function PoemPage({ loaderData: { poem, links, mayChange, mayLink } }: Route.ComponentProps) {
  const { id, title, poet, original, translation, recording, author, visibility } = poem
  return (
    <>
      <TitleBand
        field="maize"
        title={title}
        lead={poet && text.by(poet)}
        back={{ href: poemList, label: text.title }}
      />
      <div className="wrap content stack gap-6">
        <HiddenNote entry={poem} />
        <ReturnedNote entry={poem} reading />
        <LabelNote entry={poem} />
        <Covered entry={poem}>
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
              <div className="t1">
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
        </Covered>
        <Related id={id} links={links} mayLink={mayLink} />
        <Note look={poem.confirmed ? 'quiet' : 'dashed'}>
          <DataBadge confirmed={poem.confirmed ?? false}>
            {poem.confirmed ? ofEntries.confirmed : ofEntries.unconfirmed}
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
              <ButtonLink variant="line" icon="keep" href={consentsPage(poem)}>
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
