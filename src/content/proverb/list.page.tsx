import { Lines } from '#content/entry/page/lines.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import { loadList } from '#content/recorded-text/load-list.ts'
import { TextList } from '#content/recorded-text/text-list.tsx'
import { pageLinks } from '#content/section/parts.ts'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { headed } from '#web/head.ts'
import type { Route } from './+types/list.page.ts'
import { kind } from './kind.ts'
import type { Proverb } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

export function loader(args: Route.LoaderArgs) {
  return loadList(args, kind)
}

export const meta = headed(() => ({ title: text.title, description: text.description }))

export default function Proverbs({ loaderData }: Route.ComponentProps) {
  return (
    <TextList {...loaderData} kind={kind} subnav={pageLinks(kind.list)} words={text}>
      {loaderData.items.map((proverb) => (
        <Row key={proverb.id} proverb={proverb} />
      ))}
    </TextList>
  )
}

function Row({ proverb }: { proverb: Proverb }) {
  const { id, title, original, translation, recording, deceased } = proverb
  return (
    <li className="talk maize stack gap-2">
      <p className="t2 strong word" lang={proverb.language} dir="auto">
        <a href={`${kind.page}/${id}`}>{original}</a>
      </p>
      {translation && <Lines most={3}>{translation}</Lines>}
      {recording && !deceased && (
        <div>
          <ReadingAudio {...soundOf({ ...recording, title })} />
        </div>
      )}
      <LabelMarks entry={proverb} />
      {deceased && <WarningPlate look="round" />}
    </li>
  )
}
