import type { Page } from '@playwright/test'
import { ask } from './site.ts'

/** A form of the composer. `fill` enters artificial text that contains `title`. */
export type ComposerForm = {
  kind: string
  path: string
  fill: (page: Page, title: string) => Promise<void>
  /** Label of the submit button. */
  button: string
  /** Label of a file field and its type; null for forms without one. */
  file: { field: string; type: 'image' | 'audio' } | null
  /** Returns how many entries in the API's list have the title and, with `withFile`, a file. */
  count: (page: Page, title: string, withFile: boolean) => Promise<number>
}

type Row = Record<string, unknown>

/** Returns a function that counts the rows of a list with the title and, if asked, a file in one of these fields. */
function countIn(list: string, files: string[] = []) {
  return async (page: Page, title: string, withFile: boolean) => {
    const { items } = await ask<{ items: Row[] }>(page, list.replace('TITLE', encodeURIComponent(title)))
    const hasFile = (row: Row) =>
      files.some((field) => (Array.isArray(row[field]) ? row[field].length > 0 : Boolean(row[field])))
    return items.filter((row) => JSON.stringify(row).includes(title) && (!withFile || hasFile(row))).length
  }
}

const day = (days: number) => {
  const moment = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const padded = (part: number) => String(part).padStart(2, '0')
  return `${padded(moment.getMonth() + 1)}/${padded(moment.getDate())}/${moment.getFullYear()}`
}

type Posts = { list: string; files: string[] }

/** Returns a form whose required fields are text fields, by label. `TITLE` in a value is replaced by the title. */
function textForm(
  form: Pick<ComposerForm, 'kind' | 'path' | 'button' | 'file'>,
  fields: Record<string, string>,
  { list, files }: Posts,
): ComposerForm {
  return {
    ...form,
    async fill(page, title) {
      for (const [label, value] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).first().fill(value.replace('TITLE', title))
    },
    count: countIn(`${list}?q=TITLE`, files),
  }
}

const image = (field: string) => ({ field, type: 'image' }) as const
const recording = (field: string) => ({ field, type: 'audio' }) as const
const pictures = ['images', 'cover']

export const composerForms: ComposerForm[] = [
  textForm(
    { kind: 'article', path: '/contribute/articles', button: 'Publish', file: image('Cover picture') },
    { Title: 'TITLE', Content: 'Sample text' },
    { list: '/api/articles', files: ['cover'] },
  ),
  textForm(
    { kind: 'event', path: '/contribute/events', button: 'Publish', file: image('Cover picture') },
    {
      Title: 'TITLE',
      Location: 'Sample location',
      Start: `${day(10)} 10:00`,
      End: `${day(10)} 12:00`,
      Description: 'Sample description',
    },
    { list: '/api/events', files: ['cover'] },
  ),
  textForm(
    { kind: 'word', path: '/contribute/linguistics', button: 'Add word', file: recording('Pronunciation') },
    { 'Word in Marakwet': 'TITLE', Translation: 'Sample meaning' },
    { list: '/api/vocabulary', files: ['voice'] },
  ),
  textForm(
    { kind: 'poem', path: '/contribute/poems', button: 'Add poem', file: recording('Recording') },
    { Title: 'TITLE', Poem: 'Sample line' },
    { list: '/api/poems', files: ['recording'] },
  ),
  textForm(
    { kind: 'proverb', path: '/contribute/proverbs', button: 'Add proverb', file: recording('Recording') },
    { Proverb: 'TITLE' },
    { list: '/api/proverbs', files: ['recording'] },
  ),
  {
    kind: 'story',
    path: '/contribute/story',
    fill: (page, title) => page.getByLabel('In your own words').fill(title),
    button: 'Send to the keepers',
    file: recording('Recording, picture or video'),
    count: countIn('/api/suggestions', ['file']),
  },
  textForm(
    { kind: 'heritage entry', path: '/contribute/heritage', button: 'Publish', file: image('Picture') },
    { Title: 'TITLE' },
    { list: '/api/heritage', files: ['cover'] },
  ),
  textForm(
    { kind: 'artifact', path: '/contribute/artifacts', button: 'Publish', file: image('Add a file') },
    { Name: 'TITLE' },
    { list: '/api/artifacts', files: pictures },
  ),
  textForm(
    { kind: 'conservation record', path: '/contribute/conservation', button: 'Publish', file: image('Add a file') },
    { Title: 'TITLE' },
    { list: '/api/conservation', files: pictures },
  ),
  textForm(
    { kind: 'product', path: '/contribute/products', button: 'Publish', file: image('Add a file') },
    { Name: 'TITLE', 'Price in KES': '100' },
    { list: '/api/products', files: pictures },
  ),
]
