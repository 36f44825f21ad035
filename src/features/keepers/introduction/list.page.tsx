import { useQuery } from '@tanstack/react-query'
import { text as ofSite } from '#features/home/text.ts'
import { sections } from '#features/suggestion/schema.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/formats.ts'
import { ListRow } from '#ui/list.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { Desk } from '../desk.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/list.page.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.introductions} | ${matches[0].loaderData?.siteName}` }]
}

export default function IntroductionsPage() {
  return (
    <Desk title={text.introductions}>
      <Introductions />
    </Desk>
  )
}

/** Each page of the archive, and who wrote its introduction last. */
function Introductions() {
  const words = text.introduction
  const setting = useDateSetting()
  const list = useQuery({
    queryKey: ['introduction', 'list'],
    queryFn: ({ signal }) => api.introduction.list({}, { signal }),
    staleTime: 0,
  })
  if (list.isPending) return <Skeleton shape="list" count={6} label={text.loading} />
  if (list.isError)
    return (
      <ErrorState title={words.failed} onRetry={() => list.refetch()} busy={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  return (
    <>
      <p>{words.lead}</p>
      <ul className="list">
        {sections.map((section) => {
          const written = list.data.items.find((one) => one.section === section)
          const when = written && formatDate(written.updatedAt, setting)
          return (
            <ListRow
              key={section}
              action={
                <ButtonLink variant="soft" to={`/dashboard/keepers/introductions/${section}`}>
                  {written?.body ? words.change : words.write}
                  <span className="sr">{words.about(ofSite.sections[section])}</span>
                </ButtonLink>
              }
            >
              <h2 className="t1">{ofSite.sections[section]}</h2>
              <p className="small dim break">
                {when ? words.by(written.updatedBy?.name ?? words.someone, when) : words.none}
              </p>
            </ListRow>
          )
        })}
      </ul>
    </>
  )
}
