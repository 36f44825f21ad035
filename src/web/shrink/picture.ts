import { withoutEnding } from '#text/file-name.ts'

/** Longer side of the sent picture in pixels: enough for every copy made of it, and for print at 21 cm. */
const longestSide = 2560
const quality = 0.85
/** Size up to which a file is sent unchanged. */
const smallBytes = 500 * 1024

/**
 * Returns a smaller, upright copy of a picture without camera metadata; undefined if the file should be sent as it is,
 * because it is animated or small, its copy isn't much smaller, or this browser can't convert it.
 */
export async function smallPicture(file: File): Promise<File | undefined> {
  if (!/^image\/(jpeg|png|webp|avif|heic|heif)$/.test(file.type) || file.size <= smallBytes || (await isAnimated(file)))
    return
  const canvas = await drawOnCanvas(file).catch(() => undefined)
  if (!canvas) return
  // WebP keeps transparency. A browser that can't write a type writes PNG instead.
  const types = /jpeg|hei[cf]/.test(file.type) ? ['image/webp', 'image/jpeg'] : ['image/webp']
  for (const type of types) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (blob?.type === type) return blob.size < file.size * 0.9 ? withName(blob, file) : undefined
  }
}

/** Returns the file with the name of the original and the extension of its new type. */
export function withName(small: Blob, { name, lastModified }: File): File {
  const ending = { 'image/webp': 'webp', 'image/jpeg': 'jpg' }[small.type] ?? 'mp4'
  return new File([small], `${withoutEnding(name)}.${ending}`, { type: small.type, lastModified })
}

async function drawOnCanvas(file: File): Promise<HTMLCanvasElement | undefined> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context || !isUnaltered(context)) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas
}

/**
 * Returns false if the browser protects against fingerprinting by adding noise to canvas data, which would spoil the
 * picture.
 */
function isUnaltered(context: CanvasRenderingContext2D): boolean {
  const colour = [16, 96, 224]
  context.fillStyle = `rgb(${colour})`
  context.fillRect(0, 0, 2, 2)
  const read = context.getImageData(0, 0, 2, 2).data
  context.clearRect(0, 0, 2, 2)
  return read.every((value, at) => Math.abs(value - (colour[at % 4] ?? 255)) <= 3)
}

/** Returns whether the file is animated, which WebP, PNG and AVIF declare at their beginning. */
async function isAnimated(file: File): Promise<boolean> {
  const mark = { 'image/png': 'acTL', 'image/webp': 'ANIM', 'image/avif': 'avis' }[file.type]
  if (!mark) return false
  const head = new TextDecoder('latin1').decode(await file.slice(0, 64 * 1024).arrayBuffer())
  return head.includes(mark)
}
