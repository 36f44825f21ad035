import { Composer } from '#features/composer/composer.tsx'
import { Feed } from '#features/feed/feed.tsx'
import { text } from '#features/feed/text.ts'
import { titled } from '#web/head.ts'

export const meta = titled(() => text.title)

const firstSteps = () => import('#features/admin/checklist/checklist.tsx').then((module) => module.FirstSteps)

export default function FeedPage() {
  return <Feed Composer={Composer} firstSteps={firstSteps} />
}
