import { z } from 'zod'
import { MakerField, maker, withMaker, withMakerId } from '#content/entry/maker/field.tsx'
import { ChoiceField, Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { choice, type InputOf, plainFields, typed, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { useFormUploads } from '#content/media/form/attachment.tsx'
import { allFiles, FileListField, pictures } from '#content/media/form/file-list-field.tsx'
import { minorUnits, money } from '#text/money.ts'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { currency, NewProduct, sections } from './schema.ts'
import { text } from './text.ts'

const { price: Price, stock: Stock } = NewProduct.shape

/** The server's schema, with its own messages for price and stock. */
const Checked = NewProduct.omit({ state: true }).extend({
  price: z.custom((price) => Price.safeParse(price).success, { error: () => text.form.priceWrong }),
  stock: z.custom((stock) => Stock.safeParse(stock).success, { error: () => text.form.stockWrong }),
})

/** Price and stock are as typed. */
const fields = {
  ...plainFields(NewProduct, 'name'),
  section: choice(sections, (section) => text.sections[section]),
  price: {
    ...typed,
    of: (price: number) => (price / 100).toFixed(2),
    input: (value: string) => minorUnits(value) ?? Number.NaN,
  },
  stock: {
    ...typed,
    blank: '1',
    of: (stock: number) => String(stock),
    // Orders can reduce the stock in the meantime, so, like every field, it is sent only if it was changed here.
    input: (value: string) => (/^\d+$/.test(value.trim()) ? Number(value) : Number.NaN),
  },
  ...plainFields(NewProduct, 'description'),
  maker,
  images: pictures,
}
type Values = ValuesOf<typeof fields>

export function ProductForm(props: EntryFormProps<'product'>) {
  const words = text.form
  const { uploads, fileIn } = useFormUploads('product', props.entry)
  const sending = useUpload(fileIn('images'))
  const form = useEntryForm<'product', Values>({
    ...props,
    type: 'product',
    fields,
    inputOf: (input: InputOf<typeof fields>) => withMakerId(input),
    schema: Checked,
    title: ({ name }) => name,
    restore: withMaker,
    uploads,
    complete: (values) => ({ ...values, images: allFiles(values.images, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
  })
  const { field } = form
  return (
    <EntryForm form={form} takeOut={words.takeOut}>
      <TextField maxLength={200} {...field('name')} />
      <Controlled form={form} name="images">
        {(field) => <FileListField accept="image/*" textField="alt" {...field} sending={sending} />}
      </Controlled>
      <Controlled form={form} name="price">
        {(field) => <TextField hint={priceHint(field.value)} inputMode="decimal" maxLength={30} {...field} />}
      </Controlled>
      <TextField hint={words.stockHint} inputMode="numeric" maxLength={10} {...field('stock')} />
      <ChoiceField form={form} name="section" />
      <TextArea hint={words.descriptionHint} optional maxLength={10_000} {...field('description')} />
      <Controlled form={form} name="maker">
        {(field) => <MakerField hint={words.makerHint} {...field} error={field.error ?? form.errorOf('makerId')} />}
      </Controlled>
    </EntryForm>
  )
}

function priceHint(typed: string): string {
  const minor = minorUnits(typed)
  return minor === null ? text.form.priceHint : text.form.priceShown(money(minor, currency))
}
