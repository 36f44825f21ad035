import { PlaceholderPicture } from '#ui/drawing/terraces.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { LargePicture } from '../page/large-picture.tsx'
import type { ListedPicture } from '../schema.ts'
import { text } from '../text.ts'

type Props = {
  entry: { id: string; title: string; images: ListedPicture[] }
  /** The path of the entry's page. */
  page: string
  /** The number of the large picture, starting from 1. */
  pictureNumber: number
}

/** Shows one picture large above thumbnails of all the entry's pictures. Each thumbnail enlarges its picture. */
export function PictureChoice({ entry: { id, title, images }, page, pictureNumber }: Props) {
  const chosen = images[pictureNumber - 1] ?? images[0]
  if (!chosen) return <PlaceholderPicture field="ochre" view={id.charCodeAt(id.length - 1)} className="tall round" />
  const alt = chosen.alt || title
  const sizes = '(min-width: 1280px) 700px, (min-width: 900px) 55vw, 100vw'
  return (
    <div className="stack">
      <LargePicture picture={chosen} alt={alt} label={text.large(alt)} sizes={sizes} opening />
      {images.length > 1 && (
        <ul className="thumbs">
          {images.map((image, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice, so its position is its key
            <li key={at}>
              <a
                href={at === 0 ? page : `${page}?picture=${at + 1}`}
                aria-label={text.picture(at + 1, images.length)}
                aria-current={image === chosen ? 'true' : undefined}
              >
                <div className="pic tall">
                  <Picture file={image} alt="" sizes="(min-width: 900px) 160px, 25vw" />
                </div>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
