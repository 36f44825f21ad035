import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asHtml, asLines, asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { Options } from '#ui/form/options.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { LazyRichText } from '#ui/rich-text/lazy-rich-text.tsx'
import { notify } from '#web/notifications.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { uploadPicture } from '#web/upload/send-file.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { categories, type FullArticle, NewArticle } from './schema.ts'
import { text } from './text.ts'

const words = text.form
const OTHER = 'other'

type Values = {
  title: string
  category: string
  ownCategory: string
  content: string
  tags: string[]
  audience: Audience
}

export type ArticleFormProps = {
  /** The article to edit. Without it, the form creates one and stores a draft on the device. */
  article?: FullArticle | undefined
  /** Called with the stored article. */
  onSubmitted: (article: FullArticle) => void
  /** Called if the post is stored on this device to be sent later. */
  onStored?: (() => void) | undefined
}

/** The complete form for an article (spec 6). */
export function ArticleForm({ article, onSubmitted, onStored }: ArticleFormProps) {
  const uploads = useUploads()
  const cover = useAttachment(article?.cover, {
    uploads,
    name: `article:${article?.id ?? 'new'}:coverImage`,
    field: article ? undefined : 'coverImage',
  })
  const form = useEntryForm<'article', Values>({
    type: 'article',
    entry: article,
    blank,
    valuesOf,
    inputOf: ({ category, ownCategory, audience: _, ...fields }) => ({
      ...fields,
      category: category === OTHER ? ownCategory : category,
    }),
    schema: NewArticle,
    title: ({ title }) => title,
    fields: () => ({
      title: asTyped(words.title),
      category: {
        label: words.category,
        show: (category) => (category === OTHER ? text.other : text.categoryName(category)),
      },
      ownCategory: asTyped(words.ownCategory),
      content: asHtml(words.content),
      tags: asLines(words.tags),
    }),
    uploads,
    attachments: { coverImage: { label: words.cover, file: cover, of: (one) => one.cover } },
    isPost: true,
    words: () => words,
    onSubmitted,
    onStored,
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
      <Controlled form={form} name="content">
        {(field) => (
          <LazyRichText
            key={form.round}
            hint={article ? undefined : words.contentHint}
            initial={form.getValues('content')}
            {...field}
            onPicture={uploadPicture}
            onPictureFailed={(error) => notify.error(error.message)}
          />
        )}
      </Controlled>
      <Controlled form={form} name="tags">
        {(field) => <TagInput optional maxLength={50} {...field} />}
      </Controlled>
    </EntryForm>
  )
}

const blank: Values = {
  title: '',
  category: categories[0],
  ownCategory: '',
  content: '',
  tags: [],
  audience: audienceOf(undefined, 'members'),
}

function valuesOf(article: FullArticle): Values {
  const isStandard = (categories as readonly string[]).includes(article.category)
  return {
    title: article.title,
    category: isStandard ? article.category : OTHER,
    ownCategory: isStandard ? '' : article.category,
    content: article.content,
    tags: article.tags,
    audience: audienceOf(article, article.visibility),
  }
}
