import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Copy, Decoded, Pixels } from './decoding.ts'

// The program of the decoder's process (see decoding.ts): a picture on standard input, one line of JSON on standard output.
// `decoder.ts measure` answers its upright size; `decoder.ts copy FOLDER` writes small copies there and names them.

const megapixels = 100
const widths = [320, 640, 1280]
/** WebP ends at 16,383 pixels a side; a strip longer than this is made narrower. */
const maxHeight = 8_000

sharp.cache(false)
sharp.concurrency(1)
// Of the library's many readers only those of the kinds that are kept.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

const [task, folder] = process.argv.slice(2)
const picture = await buffer(process.stdin)
const answer = await (task === 'copy' && folder ? copy(folder) : measure()).catch((): Decoded<never> => {
  return { refused: 'unreadable' }
})
process.stdout.write(JSON.stringify(answer))

/** Metadata alone is read with no limit on pixels, so that too many can be told from unreadable. */
async function measure(): Promise<Decoded<Pixels>> {
  const {
    width,
    height,
    autoOrient,
    pages = 1,
    pageHeight,
  } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (width * (pageHeight ?? height) * pages > megapixels * 1_000_000) return { refused: 'too-many-pixels' }
  return { ok: { width: autoOrient.width, height: autoOrient.height } }
}

/** Upright, in sRGB, without metadata (place and camera go), the first frame of an animation; never enlarged. */
async function copy(into: string): Promise<Decoded<Copy[]>> {
  const measured = await measure()
  if ('refused' in measured) return measured
  const { width, height } = measured.ok
  const fitting = widths.map((wide) => Math.max(1, Math.round(width * Math.min(1, wide / width, maxHeight / height))))
  const wanted = [...new Set(fitting)]
  // Decoded once, to the largest copy; the smaller ones follow from it.
  const largest = await sharp(picture, { limitInputPixels: megapixels * 1_000_000, failOn: 'error' })
    .timeout({ seconds: 45 })
    .autoOrient()
    .resize({ width: Math.max(...wanted), height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: largest.info.width, height: largest.info.height, channels: largest.info.channels }
  const copies: Copy[] = []
  for (const wide of wanted)
    for (const format of ['avif', 'webp'] as const) {
      const file = `${wide}.${format}`
      const small = sharp(largest.data, { raw }).resize({
        width: wide,
        height: maxHeight,
        fit: 'inside',
        withoutEnlargement: true,
      })
      const encoded = format === 'avif' ? small.avif({ quality: 50, effort: 3 }) : small.webp({ quality: 72 })
      const { width, height, size } = await encoded.toFile(join(into, file))
      copies.push({ width, height, size, format, file })
    }
  return { ok: copies }
}
