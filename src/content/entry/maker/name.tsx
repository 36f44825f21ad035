import { AuthorName } from '../page/author.tsx'
import type { Author } from '../schema.ts'

/** The name of a maker, which links to their page if they are a member with one. */
export function MakerName({ of: { maker, madeBy } }: { of: { maker: string | null; madeBy: Author | null } }) {
  return madeBy ? <AuthorName author={madeBy} /> : maker
}
