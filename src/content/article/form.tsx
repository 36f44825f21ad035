import { Controlled, EntryForm, RichTextField } from '#content/media/entry-form/entry-form.tsx'
import { html, type InputOf, plainFields, typed, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment, useFormUploads } from '#content/media/form/attachment.tsx'
import { Options } from '#ui/form/options.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { useMaxUploadMb } from '#web/site.ts'
import { categories, type FullArticle, NewArticle } from './schema.ts'
import { text } from './text.ts'

const words = text.form
const OTHER = 'other'

const isStandard = (category: string) => (categories as readonly string[]).includes(category)

const fields = {
  ...plainFields(NewArticle, 'title'),
  category: {
    blank: categories[0] as string,
    of: (category: string) => (isStandard(category) ? category : OTHER),
    show: (category: string) => (category === OTHER ? text.other : text.categoryName(category)),
  },
  ownCategory: { ...typed, of: (_: unknown, { category }: FullArticle) => (isStandard(category) ? '' : category) },
  content: html,
  ...plainFields(NewArticle, 'tags'),
}
type Values = ValuesOf<typeof fields>

/** The complete form for an article (spec 6). */
export function ArticleForm(props: EntryFormProps<'article'>) {
  const { uploads, fileIn } = useFormUploads('article', props.entry)
  const cover = useAttachment(props.entry?.cover, fileIn('coverImage'))
  const form = useEntryForm<'article', Values>({
    ...props,
    type: 'article',
    fields,
    inputOf: ({ ownCategory, ...input }: InputOf<typeof fields>) => ({
      ...input,
      category: input.category === OTHER ? ownCategory : input.category,
    }),
    schema: NewArticle,
    uploads,
    attachments: { coverImage: { label: words.cover, file: cover, of: (one) => one.cover } },
    isPost: true,
    words: () => words,
  })
  const { register, watch, errorOf, clearErrors, field } = form
  const category = watch('category')
  const isOwn = category === OTHER
  return (
    <EntryForm form={form}>
      <TextField maxLength={200} {...field('title')} />
      <SelectField label={words.category} error={isOwn ? undefined : errorOf('category')} {...register('category')}>
        <Options of={categories} name={(name) => text.categoryName(name)} />
        <option value={OTHER}>{text.other}</option>
      </SelectField>
      {isOwn && (
        <TextField
          label={words.ownCategory}
          maxLength={60}
          error={errorOf('category')}
          {...register('ownCategory', { onChange: () => clearErrors('category') })}
        />
      )}
      <AttachmentField file={cover} label={words.cover} hint={words.coverHint(useMaxUploadMb())} accept="image/*" />
      <RichTextField form={form} name="content" hint={words.contentHint} />
      <Controlled form={form} name="tags">
        {(field) => <TagInput optional maxLength={50} {...field} />}
      </Controlled>
    </EntryForm>
  )
}
