import { useState } from 'react'
import { ArticleForm } from '#content/article/form.tsx'
import type { PostKind } from '#content/entry/address.ts'
import { notifyUnlisted } from '#content/entry/visibility/unlisted-note.tsx'
import { EventForm } from '#content/event/form/form.tsx'
import { kinds } from '#content/kinds.ts'
import { MediaForm } from '#content/media/form/form.tsx'
import { WordForm } from '#content/vocabulary/form/form.tsx'
import { Tabs } from '#ui/list/tabs.tsx'
import { Compose } from './forms.tsx'
import { text } from './text.ts'

type KindsProps = { first: PostKind; onSubmitted: (kind: PostKind) => void; onStored: () => void }

/** The forms for all kinds of post, each on its own tab. */
export function Kinds({ first, onSubmitted, onStored }: KindsProps) {
  const [kind, setKind] = useState(first)
  const submitted = (kind: PostKind) => (posted: Parameters<typeof notifyUnlisted>[0]) => {
    notifyUnlisted(posted)
    onSubmitted(kind)
  }
  const forms = [
    [kinds.media, text.media, MediaForm],
    [kinds.article, text.article, ArticleForm],
    [kinds.event, text.event, EventForm],
    [kinds.vocabulary, text.linguistics, WordForm],
  ] as const
  return (
    <Tabs
      label={text.kinds}
      value={kind}
      onChange={setKind}
      tabs={forms.map(([{ type, look }, label, Form]) => ({
        value: type,
        label,
        icon: look.icon,
        panel: <Compose type={type} Form={Form} onSubmitted={submitted(type)} onStored={onStored} />,
      }))}
    />
  )
}
