import { Fragment, type ReactElement } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ArticleForm } from '#content/article/form.tsx'
import { ArtifactForm } from '#content/artifact/form.tsx'
import { ConservationForm } from '#content/conservation/form.tsx'
import type { PageKind } from '#content/entry/address.ts'
import { EventForm } from '#content/event/form/form.tsx'
import { HeritageForm } from '#content/heritage/form.tsx'
import { sections as allSections } from '#content/heritage/kind.ts'
import { sections } from '#content/heritage/schema.ts'
import { kinds } from '#content/kinds.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { MediaForm } from '#content/media/form/form.tsx'
import { PoemForm } from '#content/poem/form.tsx'
import { ProductForm } from '#content/product/form.tsx'
import { ProverbForm } from '#content/proverb/form.tsx'
import { WordForm } from '#content/vocabulary/form/form.tsx'
import { titleOfForm, typeOfForm } from '#features/frame/giving/giving.ts'
import type { Route } from './+types/form.page.ts'
import { ComposeOrChange, type Type } from './change.tsx'
import { Compose, type PostForm } from './forms.tsx'
import { OpenDraft } from './open-draft.tsx'
import { text } from './text.ts'

/** The form of every type. Existing posts are edited on their own pages, so theirs are only for new ones. */
const pages: Record<PageKind, () => ReactElement> = {
  article: () => <PostPage kind={kinds.article} Form={ArticleForm} />,
  media: () => <PostPage kind={kinds.media} Form={MediaForm} />,
  event: () => <PostPage kind={kinds.event} Form={EventForm} />,
  vocabulary: () => changePage(kinds.vocabulary.type, text.wordChange, WordForm),
  poem: () => changePage(kinds.poem.type, text.poemChange, PoemForm),
  proverb: () => changePage(kinds.proverb.type, text.proverbChange, ProverbForm),
  product: () => changePage(kinds.product.type, text.productChange, ProductForm),
  heritage: () => (
    <ComposeOrChange
      type={kinds.heritage.type}
      changeTitle={text.heritageChange}
      list={(params) => allSections[sectionOf(params) ?? 'practice'].href}
      form={(props, params) => <HeritageForm {...props} section={sectionOf(params)} />}
    />
  ),
  artifact: () => changePage(kinds.artifact.type, text.artifactChange, ArtifactForm),
  conservation: () => (
    <ComposeOrChange
      type={kinds.conservation.type}
      changeTitle={text.conservationChange}
      form={(props, params) => (
        <ConservationForm {...props} artifactId={params.get(kinds.artifact.type) ?? undefined} />
      )}
    />
  ),
}

export function meta({ matches, location }: Route.MetaArgs) {
  return [{ title: `${titleOfForm(location)} | ${matches[0].loaderData?.siteName}` }]
}

/** Shows the form that the address names. */
export default function Contribute() {
  const { pathname } = useLocation()
  const type = typeOfForm(pathname)
  return <Fragment key={pathname}>{type && pages[type]()}</Fragment>
}

/** Returns the page of a type whose form needs nothing from the address. */
function changePage<T extends Type>(type: T, title: string, Form: (props: EntryFormProps<T>) => ReactElement) {
  return <ComposeOrChange type={type} changeTitle={title} form={(props) => <Form {...props} />} />
}

/** Returns the heritage section that the address names, if any. It is preselected for a new entry. */
function sectionOf(params: URLSearchParams) {
  return sections.find((section) => section === params.get('section'))
}

type PostPageProps = { kind: { type: PageKind; list: string }; Form: PostForm }

function PostPage({ kind, Form }: PostPageProps) {
  const navigate = useNavigate()
  const title = titleOfForm(useLocation())
  return (
    <div className="stack gap-5 mid">
      <h1>{title}</h1>
      <OpenDraft kind={kind.type}>
        <Compose type={kind.type} Form={Form} onSubmitted={({ id }) => navigate(`${kind.list}/${id}`)} />
      </OpenDraft>
    </div>
  )
}
