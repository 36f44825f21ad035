import { useSearchParams } from 'react-router'
import { heritagePage, sectionPages } from '#content/heritage/card.tsx'
import { HeritageForm } from '#content/heritage/form.tsx'
import { type Section, sections } from '#content/heritage/schema.ts'
import type { Route } from './+types/heritage.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.heritagePage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of an entry of a section, for keepers; `?section=` says which it begins in. */
export default function ContributeHeritage() {
  const asked = useSearchParams()[0].get('section')
  const section: Section | undefined = sections.find((one) => one === asked)
  return (
    <ComposeOrChange
      type="heritage"
      only="keeper"
      title={text.heritagePage}
      changeTitle={text.heritageChange}
      list={sectionPages[section ?? 'practice'].href}
      page={heritagePage}
      form={(entry, onSubmitted) => <HeritageForm entry={entry} section={section} onSubmitted={onSubmitted} />}
    />
  )
}
