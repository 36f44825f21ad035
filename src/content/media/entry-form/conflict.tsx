import { useEffect, useId, useRef, useState } from 'react'
import { text as ofEntries } from '#content/entry/text.ts'
import type { Audience } from '#content/entry/visibility/audience-fields.tsx'
import { useChoosableGroups } from '#content/entry/visibility/own-groups.ts'
import { Button } from '#ui/button.tsx'
import { Marked } from '#ui/data/difference.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { Radio } from '#ui/form/text-field.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { MediaPlayer } from '../page/player.tsx'
import type { FilePresentation } from '../schema.ts'
import type { EntryValues } from './fields.ts'
import type { Choice, Difference } from './merge.ts'
import type { EntryType } from './options.ts'
import type { EntryForm } from './use-entry-form.ts'

type Props = { form: EntryForm<EntryType, EntryValues> }

/**
 * Shows both versions of each differing field, in a form whose entry someone else changed, and a choice between them.
 * Nothing is saved before a choice is made for every field that both sides changed.
 */
export function ConflictScreen({ form }: Props) {
  const words = ofEntries.conflict
  const { conflict, options, resolve, closeConflict, labelOf, busy } = form
  const all = [...(conflict?.fields ?? []), ...(conflict?.attachments ?? [])]
  const [choices, setChoices] = useState(() => chosenAtFirst(all))
  const [needsChoice, setNeedsChoice] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const setting = useDateSetting()
  const showAudience = useAudienceView()
  useEffect(() => heading.current?.focus(), [])
  if (!conflict) return null
  const { theirs, mine, theirValues } = conflict
  const open = all.filter(({ field }) => !choices[field])
  const choose = (field: string, choice: Choice) => setChoices({ ...choices, [field]: choice })
  const chooseAll = (choice: Choice) => setChoices(Object.fromEntries(all.map(({ field }) => [field, choice])))

  function save() {
    if (open.length > 0) return setNeedsChoice(true)
    void resolve(choices as Record<string, Choice>)
  }

  return (
    <section className="block quiet stack gap-5 conflict" aria-label={words.title}>
      <div className="stack gap-2">
        <h2 className="t2" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p>{words.lead(formatDateTime(theirs.updatedAt, setting))}</p>
        <p>{words.hint}</p>
      </div>
      <div className="row gap-2">
        <Button variant="line" onClick={() => chooseAll('mine')}>
          {words.allMine}
        </Button>
        <Button variant="line" onClick={() => chooseAll('theirs')}>
          {words.allTheirs}
        </Button>
      </div>
      {conflict.fields.map((difference) => {
        const { field } = difference
        const isAudience = field === 'audience'
        const show = isAudience ? showAudience : options.fields[field]?.show
        if (!show) return null
        const [own, other] = [show(mine[field]), show(theirValues[field])]
        return (
          <Versions
            key={field}
            difference={difference}
            label={isAudience ? words.audience : labelOf(field)}
            chosen={choices[field]}
            needsChoice={needsChoice}
            onChoose={(choice) => choose(field, choice)}
            mine={<Written text={own} other={other} />}
            theirs={<Written text={other} other={own} />}
          />
        )
      })}
      {conflict.attachments.map((difference) => {
        const { label, file, of } = options.attachments?.[difference.field] ?? {}
        if (!label || !file || !of) return null
        return (
          <Versions
            key={difference.field}
            difference={difference}
            label={label}
            chosen={choices[difference.field]}
            needsChoice={needsChoice}
            onChoose={(choice) => choose(difference.field, choice)}
            mine={<p className="break">{file.upload?.name ?? words.noFile}</p>}
            theirs={<TheirFile file={of(theirs)} label={label} />}
          />
        )
      })}
      <FormError title={needsChoice && open.length > 0 ? words.chooseAll(open.length) : undefined} />
      <div className="row form-actions">
        <Button variant="text" onClick={closeConflict}>
          {words.back}
        </Button>
        <Button busy={busy} onClick={save}>
          {words.save}
        </Button>
      </div>
    </section>
  )
}

function chosenAtFirst(differences: Difference[]): Record<string, Choice | undefined> {
  return Object.fromEntries(differences.map(({ field, choice }) => [field, choice ?? undefined]))
}

type VersionsProps = {
  difference: Difference
  label: string
  chosen: Choice | undefined
  needsChoice: boolean
  onChoose: (choice: Choice) => void
  mine: React.ReactNode
  theirs: React.ReactNode
}

/** Both versions of one field. */
function Versions({ difference, label, chosen, needsChoice, onChoose, mine, theirs }: VersionsProps) {
  const words = ofEntries.conflict
  const name = useId()
  const versions = [
    { choice: 'mine', title: words.mine, content: mine },
    { choice: 'theirs', title: words.theirs, content: theirs },
  ] as const
  return (
    <fieldset className="stack gap-2" aria-invalid={(needsChoice && !chosen) || undefined}>
      <legend className="strong">
        {label} {difference.choice === null && <StatusPill field="ochre">{words.both}</StatusPill>}
      </legend>
      <div className="versions">
        {versions.map(({ choice, title, content }) => (
          <div key={choice} className="version" data-chosen={chosen === choice || undefined}>
            <Radio
              name={name}
              label={title}
              checked={chosen === choice}
              onChange={() => onChoose(choice)}
              aria-describedby={`${name}-${choice}`}
            />
            <div id={`${name}-${choice}`}>{content}</div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Written({ text, other }: { text: string; other: string }) {
  const words = ofEntries.conflict
  if (text.trim() === '') return <p className="dim">{words.empty}</p>
  return (
    <>
      <Marked text={text} other={other} />
      {text === other && <p className="small dim">{words.formatting}</p>}
    </>
  )
}

function TheirFile({ file, label }: { file: FilePresentation | null; label: string }) {
  if (!file) return <p className="dim">{ofEntries.conflict.noFile}</p>
  return (
    <div className="slim-media">
      <MediaPlayer file={file} title={label} sizes="320px" />
    </div>
  )
}

/** Returns a function that describes visibility, groups, labels, the warning and closed comments in words. */
function useAudienceView(): (value: unknown) => string {
  const groups = useChoosableGroups().data ?? []
  const words = ofEntries.audience
  return (value) => {
    const { visibility, groups: ids, labels, deceased, allowComments } = value as Audience
    const names = ids.map((id) => groups.find((group) => group.id === id)?.name ?? words.foreign)
    return [
      ofEntries.audiences[visibility],
      ...(names.length > 0 ? [`${words.groups}: ${names.join(', ')}`] : []),
      ...(labels.length > 0 ? [`${words.labels}: ${labels.map((label) => ofEntries.labels[label]).join(', ')}`] : []),
      ...(deceased ? [words.deceased] : []),
      ...(allowComments === false ? [words.commentsOff] : []),
    ].join('\n')
  }
}
