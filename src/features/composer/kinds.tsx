import { useState } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import type { PostKind } from './composer.tsx'
import { ComposeArticle, ComposeEvent, ComposeMedia, ComposeWord } from './forms.tsx'
import { text } from './text.ts'

type KindsProps = { first: PostKind; onSubmitted: (kind: PostKind) => void; onKept: () => void }

/** The forms of every kind of post, one tab each. */
export function Kinds({ first, onSubmitted, onKept }: KindsProps) {
  const [kind, setKind] = useState(first)
  return (
    <Tabs
      label={text.kinds}
      value={kind}
      onChange={setKind}
      tabs={[
        {
          value: 'media',
          label: text.media,
          icon: 'photo',
          panel: <ComposeMedia onSubmitted={() => onSubmitted('media')} onKept={onKept} />,
        },
        {
          value: 'article',
          label: text.article,
          icon: 'article',
          panel: <ComposeArticle onSubmitted={() => onSubmitted('article')} onKept={onKept} />,
        },
        {
          value: 'event',
          label: text.event,
          icon: 'event',
          panel: <ComposeEvent onSubmitted={() => onSubmitted('event')} onKept={onKept} />,
        },
        {
          value: 'linguistics',
          label: text.linguistics,
          icon: 'word',
          panel: <ComposeWord onSubmitted={() => onSubmitted('linguistics')} onKept={onKept} />,
        },
      ]}
    />
  )
}
