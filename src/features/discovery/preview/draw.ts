import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { lightened } from '#text/contrast.ts'
import { escaped } from '#text/xml.ts'
import { furrows } from '#ui/drawing/terraces.ts'

const width = 1200
const height = 630
const margin = 72
/** The left edge of a picture, which leaves space for the text. */
const pictureLeft = 740
/** The maximum number of code points in a title. */
const maxTitleLength = 160
/** Font sizes in pixels. The first one that fits is used. */
const sizes = [150, 120, 92, 76, 60, 48, 38, 30]
const titleHeight = 330

const faces = {
  black: face('Noto Sans Black', import.meta.resolve('@expo-google-fonts/noto-sans/900Black/NotoSans_900Black.ttf')),
  bold: face('Noto Sans Bold', import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
}
/** Matches characters that these fonts lack, which would be drawn as boxes. */
const missing =
  /[^[[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]&&[\p{L}\p{M}\p{N}\p{P}\p{Zs}\p{Sc}\p{Sk}+<=>\|~]]--[\u2e80-\ua63f\ufe00-\uffff\u{10000}-\u{10ffff}]]/gv
const mark = fileURLToPath(new URL('../../../../public/icon.svg', import.meta.url))

/** The colour fields of `ui/styles/tokens.css`: ground, text and lines. */
const fields = {
  ochre: { ground: '#a5371a', ink: '#fff8ec', lines: '#b9492c' },
  maize: { ground: '#f6ba2f', ink: '#1b1936', lines: '#db9a10' },
  acacia: { ground: '#14452f', ink: '#f4f8ec', lines: '#2c6a4c' },
  dusk: { ground: '#2b2766', ink: '#f5f1ff', lines: '#4c4792' },
}

export type Card = {
  field: keyof typeof fields
  siteName: string
  /** The name of the type. */
  kind: string
  title: string
  /** One of the smaller copies that the site makes of the cover. */
  picture?: Buffer | undefined
  /** The site's own logo as a square PNG; undefined if it has the default one. */
  logo?: Buffer | undefined
  /** The site's own colour instead of ochre. */
  band?: string | undefined
}

/** Returns the colours of a field. @param band the site's own colour instead of ochre */
export function coloursOf(field: Card['field'], band: string | undefined) {
  const own = field === 'ochre' && band ? { ground: band, lines: lightened(band, 0.1) } : undefined
  return { ...fields[field], ...own }
}

/** Draws the preview card of a page, without the signs that its fonts lack: 1200 × 630, as PNG. */
export async function drawCard({ field, siteName, kind, title, picture, logo: ownLogo, band }: Card): Promise<Buffer> {
  const { ground, ink, lines } = coloursOf(field, band)
  const room = (picture ? pictureLeft : width) - 2 * margin
  const land = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>
    <g transform="translate(0 390)" fill="none" stroke="${lines}" stroke-width="4"><path d="${furrows}"/></g></svg>`
  const [heading, label, name, logo, cover] = await Promise.all([
    writeTitle(title, room, ink),
    write({ ...faces.bold, text: kind, size: 32, wide: room, tall: 56, ink }),
    write({ ...faces.black, text: siteName, size: 32, wide: room - 84, tall: 60, ink }),
    sharp(ownLogo ?? mark)
      .resize(64, 64)
      .png()
      .toBuffer(),
    picture &&
      sharp(picture)
        .resize(width - pictureLeft, height, { fit: 'cover' })
        .png()
        .toBuffer(),
  ])
  const layers = [
    { input: cover, left: pictureLeft, top: 0 },
    { input: label?.png, left: margin, top: margin },
    { input: heading?.png, left: margin, top: margin + 64 },
    { input: logo, left: margin, top: height - margin - 64 },
    { input: name?.png, left: margin + 84, top: height - margin - 52 },
  ]
  return sharp(Buffer.from(land))
    .composite(layers.flatMap(({ input, ...place }) => (input ? [{ input, ...place }] : [])))
    .png({ palette: true })
    .toBuffer()
}

async function writeTitle(title: string, wide: number, ink: string): Promise<Written | undefined> {
  const letters = [...title.replace(missing, '').trim()]
  const text = letters.length > maxTitleLength ? `${letters.slice(0, maxTitleLength - 1).join('')}…` : letters.join('')
  const likely = sizes.filter((size) => (letters.length * size * 0.55 * size * 1.2) / wide < titleHeight * 1.6)
  let written: Written | undefined
  for (const size of likely.length ? likely : sizes.slice(-1)) {
    written = await write({ ...faces.black, text, size, wide, tall: titleHeight, ink })
    if (!written?.cut) break
  }
  return written
}

type Face = { font: string; fontfile: string }

function face(font: string, file: string): Face {
  return { font, fontfile: fileURLToPath(file) }
}

type Writing = Face & { text: string; size: number; wide: number; tall: number; ink: string }
type Written = { png: Buffer; cut: boolean }

/** Renders text as a picture and cuts it to at most `wide` × `tall` pixels. Returns undefined for blank text. */
async function write({ text, font, fontfile, size, wide, tall, ink }: Writing): Promise<Written | undefined> {
  const markup = escaped(text.replace(missing, '')).trim()
  if (markup === '') return undefined
  const marked = `<span foreground="${ink}">${markup}</span>`
  const drawn = await sharp({
    text: { text: marked, font: `${font} ${size}`, fontfile, width: wide, rgba: true, dpi: 72, wrap: 'word-char' },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  if (drawn.info.width <= wide && drawn.info.height <= tall) return { png: drawn.data, cut: false }
  const part = { left: 0, top: 0, width: Math.min(wide, drawn.info.width), height: Math.min(tall, drawn.info.height) }
  return { png: await sharp(drawn.data).extract(part).png().toBuffer(), cut: true }
}
