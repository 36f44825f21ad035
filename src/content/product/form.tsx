import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { minorUnits, money } from '#ui/formats.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { useUpload } from '#web/upload.ts'
import { AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { FileListField, itemsOf } from '../media/file-list-field.tsx'
import { currency, NewProduct, type Product, type Section, sections } from './schema.ts'
import { text } from './text.ts'

const { price: Price, stock: Stock } = NewProduct.shape

/** Price and stock as they are typed; the rest as the server takes it. */
const Typed = NewProduct.omit({ state: true }).extend({
  price: z.string().refine((typed) => Price.safeParse(minorUnits(typed)).success, {
    error: () => text.form.priceWrong,
  }),
  stock: z
    .string()
    .trim()
    .refine((typed) => /^\d+$/.test(typed) && Stock.safeParse(Number(typed)).success, {
      error: () => text.form.stockWrong,
    }),
})

export type ProductFormProps = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  product?: Product | undefined
  /** Called with what the server kept. */
  onSubmitted: (product: Product) => void
}

/** The whole form of a product, its two buttons included. */
export function ProductForm({ product, onSubmitted }: ProductFormProps) {
  const words = text.form
  const sending = useUpload()
  const wanted = useRef<'draft' | 'published'>('published')
  const { register, control, errorOf, submit, failure, busy } = usePostForm({
    draft: product ? null : 'product',
    initial: {
      name: product?.name ?? '',
      price: product ? (product.price / 100).toFixed(2) : '',
      stock: product ? String(product.stock) : '1',
      section: (product?.section ?? 'crafts') as Section,
      description: product?.description ?? '',
      maker: product?.maker ?? '',
      images: itemsOf(product?.images ?? []),
      audience: audienceOf(product, 'public'),
    },
    schema: Typed,
    words: () => text.form,
    async send({ price, stock, images, audience, ...said }) {
      if (sending.upload) throw new Error(text.form.stillSending)
      const values = {
        ...said,
        ...audienceChange(product, audience),
        // What a moderator hid stays so; what is as it was is not said again.
        ...(product?.state !== wanted.current && product?.state !== 'hidden' && { state: wanted.current }),
        price: minorUnits(price) ?? 0,
        images: images.map(({ url, label }) => ({ url, alt: label })),
      }
      const pieces = Number(stock)
      // Orders take from the stock meanwhile: only who changed it sets it.
      const kept = product
        ? await api.product.update(
            { ...values, ...(pieces !== product.stock && { stock: pieces }), id: product.id },
            { changedFrom: product.updatedAt },
          )
        : await api.product.create({ ...values, stock: pieces })
      const { saved, kept: asDraft, posted } = text.form
      notify.success(kept.state === 'draft' ? asDraft : product?.state === kept.state ? saved : posted)
      onSubmitted(kept)
    },
  })
  const published = product?.state === 'published'
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <TextField label={words.name} maxLength={200} error={errorOf('name')} {...register('name')} />
      <Controller
        control={control}
        name="images"
        render={({ field }) => (
          <FileListField
            label={words.images}
            accept="image/*"
            said="alt"
            error={errorOf('images')}
            value={field.value}
            onChange={field.onChange}
            sending={sending}
          />
        )}
      />
      <Controller
        control={control}
        name="price"
        render={({ field }) => (
          <TextField
            label={words.price}
            hint={priceHint(field.value)}
            inputMode="decimal"
            maxLength={30}
            error={errorOf('price')}
            {...field}
          />
        )}
      />
      <TextField
        label={words.stock}
        hint={words.stockHint}
        inputMode="numeric"
        maxLength={10}
        error={errorOf('stock')}
        {...register('stock')}
      />
      <SelectField label={words.section} error={errorOf('section')} {...register('section')}>
        {sections.map((section) => (
          <option key={section} value={section}>
            {text.sections[section]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        optional
        maxLength={10_000}
        error={errorOf('description')}
        {...register('description')}
      />
      <TextField
        label={words.maker}
        hint={words.makerHint}
        optional
        maxLength={200}
        error={errorOf('maker')}
        {...register('maker')}
      />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={product} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        {product?.state !== 'hidden' && (
          <Button
            variant="line"
            busy={busy}
            onClick={({ currentTarget }) => {
              wanted.current = 'draft'
              currentTarget.form?.requestSubmit()
            }}
          >
            {published ? words.takeOut : words.keep}
          </Button>
        )}
        <Button type="submit" busy={busy} onClick={() => (wanted.current = 'published')}>
          {published || product?.state === 'hidden' ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}

function priceHint(typed: string): string {
  const minor = minorUnits(typed)
  return minor === null ? text.form.priceHint : text.form.priceShown(money(minor, currency))
}
