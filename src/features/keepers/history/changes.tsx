import { Lines } from '#content/entry/page/lines.tsx'
import type { VersionRecord } from '#content/entry/schema.ts'
import { useLanguageName } from '#content/language/use-language-name.ts'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { Difference } from '#ui/data/difference.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { fieldName, inOrder, plain } from '../record-fields.tsx'
import { text } from '../text.ts'
import type { FullVersion } from './schema.ts'

/** Shows the differences between a version and the previous one, by field. */
export function Changes({ id, number }: { id: string; number: number }) {
  const words = text.history
  const version = useAnswer(['history', id, 'version', number], (options) => api.history.get({ id, number }, options))
  if (!version.data)
    return <Loaded query={version} loading={{ count: 2, label: text.loading }} failed={words.versionFailed} />
  return (
    <dl className="stack block quiet">
      {inOrder(version.data.changed).map((column) => (
        <div key={column} className="stack gap-1">
          <dt className="small strong">{fieldName(column)}</dt>
          <dd>
            <Change column={column} version={version.data} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const fileColumns = ['cover_id', 'files', 'returned_voice']
const moments = /_at$/

function Change({ column, version }: { column: string; version: FullVersion }) {
  const words = text.history
  const setting = useDateSetting()
  const nameOf = useLanguageName()
  const { record, before, files } = version
  if (fileColumns.includes(column))
    return (
      <div className="stack gap-3">
        {before && <Files title={words.before} listed={before[column]} files={files} />}
        <Files title={words.after} listed={record[column]} files={files} />
      </div>
    )
  const format = (value: unknown) => {
    if (column === 'language' && typeof value === 'string') return nameOf(value)
    return moments.test(column) && typeof value === 'string' ? formatDateTime(value, setting) : plain(column, value)
  }
  const [was, is] = [format(before?.[column]), format(record[column])]
  if (!before) return <Lines>{is}</Lines>
  if (was === is) return <p className="dim">{words.formatting}</p>
  return <Difference before={was} after={is} />
}

type FilesProps = { title: string; listed: unknown; files: FullVersion['files'] }

function Files({ title, listed, files }: FilesProps) {
  const words = text.history
  const list = Array.isArray(listed)
    ? (listed as VersionRecord['files'])
    : typeof listed === 'string'
      ? [{ id: listed, label: '' }]
      : []
  return (
    <div className="stack gap-1">
      <p className="small dim">{title}</p>
      {list.length === 0 && <p className="dim">{words.empty}</p>}
      {list.map(({ id, label }) => {
        const file = files.find((one) => one.id === id)
        return (
          <figure key={id} className="stack gap-1 slim-media">
            {file ? <MediaPlayer file={file} title={label || title} sizes="320px" /> : <p>{words.fileGone}</p>}
            {label && <figcaption className="small dim break">{label}</figcaption>}
          </figure>
        )
      })}
    </div>
  )
}
