import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { type Group, NewGroup } from './schema.ts'
import { text } from './text.ts'

type Props = {
  /** The group to change; without it the form creates one. */
  group?: Group
  onSaved: (group: Group) => void
  onClose: () => void
}

export function GroupDialog({ group, onSaved, onClose }: Props) {
  const initial = { name: group?.name ?? '', about: group?.about ?? '' }
  const { register, errorOf, submit, failure, busy, isUnsaved, discard } = usePostForm({
    draft: formDraftName(group ? `group:${group.id}` : 'group'),
    // Saving replaces only the texts that were changed, so that another keeper’s change of the other one stays.
    version: JSON.stringify(initial),
    initial,
    schema: NewGroup,
    words: () => ({ check: text.notSaved, failed: text.notSaved }),
    async send(values, version) {
      const before = JSON.parse(String(version)) as typeof initial
      const name = values.name === before.name ? undefined : values.name
      const about = values.about === before.about ? undefined : values.about
      const saved = group ? await api.group.update({ id: group.id, name, about }) : await api.group.create(values)
      notify.success(group ? text.saved : text.made)
      onSaved(saved)
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={group ? text.change : text.add}
      slim
      submit={text.save}
      busy={busy}
      onSubmit={submit}
    >
      {group && isUnsaved && <UnsavedNote onDiscard={discard} />}
      <TextField label={text.name} hint={text.nameHint} maxLength={100} error={errorOf('name')} {...register('name')} />
      <TextArea label={text.about} optional maxLength={1000} error={errorOf('about')} {...register('about')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
    </FormDialog>
  )
}
