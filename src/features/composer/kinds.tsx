import { useState } from 'react'
import type { PostKind } from '#content/entry/address.ts'
import { notifyUnlisted } from '#content/entry/visibility/unlisted-note.tsx'
import { kinds } from '#content/kinds.ts'
import { Tabs } from '#ui/list/tabs.tsx'
import { ComposeArticle, ComposeEvent, ComposeMedia, ComposeWord } from './forms.tsx'
import { text } from './text.ts'

type KindsProps = { first: PostKind; onSubmitted: (kind: PostKind) => void; onStored: () => void }

/** The forms for all kinds of post, each on its own tab. */
export function Kinds({ first, onSubmitted, onStored }: KindsProps) {
  const [kind, setKind] = useState(first)
  const submitted = (kind: PostKind) => (_id: string, posted: Parameters<typeof notifyUnlisted>[0]) => {
    notifyUnlisted(posted)
    onSubmitted(kind)
  }
  const forms = [
    [kinds.media, text.media, ComposeMedia],
    [kinds.article, text.article, ComposeArticle],
    [kinds.event, text.event, ComposeEvent],
    [kinds.vocabulary, text.linguistics, ComposeWord],
  ] as const
  return (
    <Tabs
      label={text.kinds}
      value={kind}
      onChange={setKind}
      tabs={forms.map(([{ type, look }, label, Compose]) => ({
        value: type,
        label,
        icon: look.icon,
        panel: <Compose onSubmitted={submitted(type)} onStored={onStored} />,
      }))}
    />
  )
}
