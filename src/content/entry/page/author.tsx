import { personPage } from '../address.ts'
import type { Author } from '../schema.ts'

type Named = Pick<Author, 'id' | 'name'> & Partial<Author>

/** The name of a member, which links to their page if they have one. */
export function AuthorName({ author }: { author: Named }) {
  return author.page ? <a href={personPage(author)}>{author.name}</a> : author.name
}

/** A sentence that names a member. @param say returns the sentence with a name in it */
export function SentenceBy({ author, say }: { author: Named; say: (name: string) => string }) {
  const [before, after] = say(mark).split(mark)
  return (
    <>
      {before}
      <AuthorName author={author} />
      {after}
    </>
  )
}
/** The placeholder for the name while the sentence is put together. No text contains it. */
const mark = '\uE000'

/** Returns the author's part of a byline. @param fallback the name shown if there is no author */
export function bylineOf(author: Named | null | undefined, fallback: string) {
  return {
    name: author?.name ?? fallback,
    photo: author?.avatar ?? null,
    href: author?.page ? personPage(author) : undefined,
  }
}
