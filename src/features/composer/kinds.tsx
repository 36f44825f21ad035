import { useState } from 'react'
import { notifyUnlisted } from '#content/entry/visibility/unlisted-note.tsx'
import { kinds } from '#content/kinds.ts'
import { Tabs } from '#ui/list/tabs.tsx'
import type { PostKind } from './composer.tsx'
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
  return (
    <Tabs
      label={text.kinds}
      value={kind}
      onChange={setKind}
      tabs={[
        {
          value: kinds.media.type,
          label: text.media,
          icon: kinds.media.look.icon,
          panel: <ComposeMedia onSubmitted={submitted(kinds.media.type)} onStored={onStored} />,
        },
        {
          value: kinds.article.type,
          label: text.article,
          icon: kinds.article.look.icon,
          panel: <ComposeArticle onSubmitted={submitted(kinds.article.type)} onStored={onStored} />,
        },
        {
          value: kinds.event.type,
          label: text.event,
          icon: kinds.event.look.icon,
          panel: <ComposeEvent onSubmitted={submitted(kinds.event.type)} onStored={onStored} />,
        },
        {
          value: kinds.vocabulary.type,
          label: text.linguistics,
          icon: kinds.vocabulary.look.icon,
          panel: <ComposeWord onSubmitted={submitted(kinds.vocabulary.type)} onStored={onStored} />,
        },
      ]}
    />
  )
}
