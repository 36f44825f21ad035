import { z } from 'zod'
import { type Maker, MakerField, makerOf, noMaker, withMaker } from '#content/entry/maker/field.tsx'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { allFiles, type FileItem, FileListField, itemsOf, listView } from '#content/media/form/file-list-field.tsx'
import { minorUnits, money } from '#ui/data/formats.ts'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { currency, NewProduct, type Product, type Section, sections } from './schema.ts'
import { text } from './text.ts'

const { price: Price, stock: Stock } = NewProduct.shape

/** The server's schema, with its own messages for price and stock. */
const Checked = NewProduct.omit({ state: true }).extend({
  price: z.custom((price) => Price.safeParse(price).success, { error: () => text.form.priceWrong }),
  stock: z.custom((stock) => Stock.safeParse(stock).success, { error: () => text.form.stockWrong }),
})

/** Values of the form; price and stock are as typed. */
type Values = {
  name: string
  price: string
  stock: string
  section: Section
  description: string
  maker: Maker
  images: FileItem[]
  audience: Audience
}

export type ProductFormProps = {
  /** The product to edit. Without it, the form creates one and stores a draft on the device. */
  product?: Product | undefined
  /** Called with the stored product. */
  onSubmitted: (product: Product) => void
}

/** The complete form for a product. */
export function ProductForm({ product, onSubmitted }: ProductFormProps) {
  const words = text.form
  const uploads = useUploads()
  const sending = useUpload({
    uploads,
    name: `product:${product?.id ?? 'new'}:images`,
    field: product ? undefined : 'images',
  })
  const form = useEntryForm<'product', Values>({
    type: 'product',
    entry: product,
    blank,
    valuesOf,
    inputOf: ({ price, stock, maker, images, audience: _, ...fields }) => ({
      ...fields,
      ...{ maker: maker.name, makerId: maker.id },
      price: minorUnits(price) ?? Number.NaN,
      // Orders can reduce the stock in the meantime, so, like every field, it is sent only if it was changed here.
      stock: /^\d+$/.test(stock.trim()) ? Number(stock) : Number.NaN,
      images: images.map(({ url, label }) => ({ url, alt: label })),
    }),
    schema: Checked,
    title: ({ name }) => name,
    fields: () => ({
      name: asTyped(words.name),
      images: listView(words.images),
      price: asTyped(words.price),
      stock: asTyped(words.stock),
      section: { label: words.section, show: (section) => text.sections[section] },
      description: asTyped(words.description),
      maker: { label: words.maker, show: ({ name }) => name },
    }),
    restore: withMaker,
    uploads,
    complete: (values) => ({ ...values, images: allFiles(values.images, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
    onSubmitted,
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
      <SelectField {...field('section')}>
        <Options of={sections} name={(section) => text.sections[section]} />
      </SelectField>
      <TextArea hint={words.descriptionHint} optional maxLength={10_000} {...field('description')} />
      <Controlled form={form} name="maker">
        {(field) => <MakerField hint={words.makerHint} {...field} error={field.error ?? form.errorOf('makerId')} />}
      </Controlled>
    </EntryForm>
  )
}

const blank: Values = {
  name: '',
  price: '',
  stock: '1',
  section: 'crafts',
  description: '',
  maker: noMaker,
  images: [],
  audience: audienceOf(undefined, 'public'),
}

function valuesOf(product: Product): Values {
  const { name, price, stock, section, description, images } = product
  return {
    ...{ name, section },
    price: (price / 100).toFixed(2),
    stock: String(stock),
    description: description ?? '',
    maker: makerOf(product),
    images: itemsOf(images),
    audience: audienceOf(product, 'public'),
  }
}

function priceHint(typed: string): string {
  const minor = minorUnits(typed)
  return minor === null ? text.form.priceHint : text.form.priceShown(money(minor, currency))
}
