import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { type Group, NewGroup } from './schema.ts'
import { text } from './text.ts'

type Props = {
  /** What to change; without it a new one is made. */
  group?: Group
  onSaved: (group: Group) => void
  onClose: () => void
}

/** Name and purpose of a group, in a dialog. */
export function GroupDialog({ group, onSaved, onClose }: Props) {
  const { register, errorOf, submit, failure, busy } = usePostForm({
    draft: group ? null : 'group',
    initial: { name: group?.name ?? '', about: group?.about ?? '' },
    schema: NewGroup,
    words: () => ({ check: text.notSaved, failed: text.notSaved }),
    async send(said) {
      const kept = group ? await api.group.update({ ...said, id: group.id }) : await api.group.create(said)
      notify.success(group ? text.saved : text.made)
      onSaved(kept)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={group ? text.change : text.add}
      slim
      dismissible={false}
      form={{ onSubmit: submit }}
      footer={
        <Button type="submit" busy={busy}>
          {text.save}
        </Button>
      }
    >
      <TextField label={text.name} hint={text.nameHint} maxLength={100} error={errorOf('name')} {...register('name')} />
      <TextArea label={text.about} optional maxLength={1000} error={errorOf('about')} {...register('about')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
    </Dialog>
  )
}
