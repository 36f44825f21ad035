import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Copy, Decoded, Pixels } from './decoding.ts'
import { gifWithoutTags } from './gif.ts'
import { maxMegapixels } from './pixels.ts'

// The program of the decoder process (decoding.ts): reads a picture on standard input and prints a line of JSON.
// `measure` prints its upright size; `copy FOLDER` writes small copies there and prints their names; `logo FOLDER`
// writes one square PNG; `clean FILE` writes the picture to that file in full size without metadata.

const mostPixels = maxMegapixels * 1_000_000
const widths = [320, 640, 1280]
/** Side of a site's logo in pixels: the largest that phones ask for when they install a site. */
const logoSide = 512
/** Copies taller than this are made narrower, because WebP allows at most 16,383 pixels a side. */
const maxHeight = 8_000

sharp.cache(false)
sharp.concurrency(1)
// This blocks every reader of the library except those for accepted formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

const [task, folder] = process.argv.slice(2)
const picture = await buffer(process.stdin)
const tasks = { copy, logo, clean }
const isTask = (name: string | undefined): name is keyof typeof tasks => name !== undefined && name in tasks
const answer = await (isTask(task) && folder ? tasks[task](folder) : measure()).catch((): Decoded<never> => {
  return { refused: 'unreadable' }
})
process.stdout.write(JSON.stringify(answer))

/** Reads only the metadata, without a limit on pixels, to tell a picture that is too large from an unreadable file. */
async function measure(): Promise<Decoded<Pixels>> {
  const { width, height, autoOrient, pageHeight } = await sharp(picture, { limitInputPixels: false }).metadata()
  // Only the first frame of an animation is decoded.
  if (width * (pageHeight ?? height) > mostPixels) return { refused: 'too-many-pixels' }
  return { ok: { width: autoOrient.width, height: autoOrient.height } }
}

/** Writes a square PNG without metadata, transparent around the picture, with few colours so that it stays small. */
async function logo(into: string): Promise<Decoded<{ file: string }>> {
  const measured = await measure()
  if ('refused' in measured) return measured
  const file = 'logo.png'
  await sharp(picture, { limitInputPixels: mostPixels, failOn: 'none' })
    .autoOrient()
    .resize({ width: logoSide, height: logoSide, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .png({ palette: true, quality: 90 })
    .toFile(join(into, file))
  return { ok: { file } }
}

/** Writes the picture upright in full size with all its frames, without any metadata except the colour profile. */
async function clean(file: string): Promise<Decoded<{ contentType: string }>> {
  const measured = await measure()
  if ('refused' in measured) return measured
  const { format, pages = 1 } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (format === 'gif') {
    await writeFile(file, gifWithoutTags(picture))
    return { ok: { contentType: 'image/gif' } }
  }
  // The size of a frame was measured, but the limit of the library counts all frames together.
  const upright = sharp(picture, { limitInputPixels: false, failOn: 'none', animated: pages > 1 }).autoOrient()
  const type = format === 'png' || format === 'webp' ? format : 'jpeg'
  const quality = type === 'png' ? {} : { quality: 95 }
  await upright.keepIccProfile().toFormat(type, quality).toFile(file)
  return { ok: { contentType: `image/${type}` } }
}

/**
 * Writes upright sRGB copies without metadata (position, camera), of the first frame of an animation, never enlarged.
 */
async function copy(into: string): Promise<Decoded<Copy[]>> {
  const measured = await measure()
  if ('refused' in measured) return measured
  const { width, height } = measured.ok
  const fitting = widths.map((wide) => Math.max(1, Math.round(width * Math.min(1, wide / width, maxHeight / height))))
  const sizes = [...new Set(fitting)]
  // The picture is decoded once, to the largest copy. The smaller ones are made from that.
  const largest = await sharp(picture, { limitInputPixels: mostPixels, failOn: 'none' })
    .autoOrient()
    .resize({ width: Math.max(...sizes), height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const raw = { width: largest.info.width, height: largest.info.height, channels: largest.info.channels }
  const copies: Copy[] = []
  for (const wide of sizes)
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
