import { Lines } from '#content/entry/page/lines.tsx'
import { api } from '#web/api.ts'

export async function preview(id: string) {
  const { original, language } = await api.proverb.get({ id })
  return <Lines of={language}>{original}</Lines>
}
