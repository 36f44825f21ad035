import { sections } from '#content/section/schema.ts'
import { text as names } from '#content/section/text.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { ListRow } from '#ui/list/list.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { text } from '../text.ts'

export const meta = titled(() => text.introductions)

export default function IntroductionsPage() {
  return (
    <Desk title={text.introductions}>
      <Introductions />
    </Desk>
  )
}

/** Lists the pages of the archive, and who last edited their introductions. */
function Introductions() {
  const words = text.introduction
  const setting = useDateSetting()
  const list = useAnswer(['introduction', 'list'], (options) => api.introduction.list({}, options), { staleTime: 0 })
  if (!list.data) return <Loaded query={list} loading={{ count: 6 }} failed={words.failed} />
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
                  {written?.body ? uiText.edit : words.write}
                  <span className="sr">{words.about(names.sections[section])}</span>
                </ButtonLink>
              }
            >
              <h2 className="t1">{names.sections[section]}</h2>
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
