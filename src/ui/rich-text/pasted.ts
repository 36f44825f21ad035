import { cellSeparator, otherHeadings } from '#text/rich-text.ts'

export type Pasted = {
  html: string
  /** Pictures inside the pasted text, as Word and other programs send them. */
  pictures: File[]
  /** True if there were pictures that the page can't read, because they are on other sites or on the device. */
  lacksPictures: boolean
}

/**
 * Returns pasted HTML in a form that the editor can show and the server stores: each row of a table as a line, only
 * headings of supported levels, and only pictures that are stored on this site. Embedded pictures are returned
 * separately; others are left out.
 */
export function readPasted(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const { pictures, lacksPictures } = takePictures(body)
  for (const table of body.querySelectorAll('table')) table.replaceWith(...linesOf(table))
  for (const [name, other] of Object.entries(otherHeadings))
    for (const heading of body.querySelectorAll(name)) {
      const renamed = document.createElement(other)
      renamed.append(...heading.childNodes)
      heading.replaceWith(renamed)
    }
  return { html: body.innerHTML, pictures, lacksPictures }
}

/** Removes pictures that aren't stored on this site, including those in tables. */
function takePictures(body: HTMLElement): Omit<Pasted, 'html'> {
  const pictures: File[] = []
  let lacksPictures = false
  for (const picture of body.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    if (isOwn(source)) continue
    const file = fileIn(source)
    if (file) pictures.push(file)
    else lacksPictures = true
    picture.remove()
  }
  return { pictures, lacksPictures }
}

/** Returns whether pasted HTML contains text. If it does, a picture beside it on the clipboard only shows that text. */
export function hasText(html: string): boolean {
  return html !== '' && (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== ''
}

function linesOf(table: HTMLTableElement): HTMLElement[] {
  return [...table.rows].map((row) => {
    const line = document.createElement('p')
    const cells = [...row.cells].map((cell) => {
      for (const end of cell.querySelectorAll('br, p, div, li')) end.after(' ')
      return (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
    })
    line.textContent = cells.join(cellSeparator)
    return line
  })
}

function isOwn(source: string): boolean {
  const url = URL.parse(source, location.href)
  return url?.origin === location.origin && url.pathname.startsWith('/files/')
}

/** Returns the picture in a `data:` URL, or undefined. */
function fileIn(source: string): File | undefined {
  const [, type, data] = /^data:(image\/[a-z]+);base64,([a-z0-9+/=\s]+)$/i.exec(source) ?? []
  if (!type || !data) return undefined
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0))
  return new File([bytes], `picture.${type.split('/')[1]}`, { type })
}
