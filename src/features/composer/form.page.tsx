import { type ComponentType, Fragment, type ReactElement } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ArtifactForm } from '#content/artifact/form.tsx'
import { ConservationForm } from '#content/conservation/form.tsx'
import { type PageKind, pageKinds } from '#content/entry/address.ts'
import { HeritageForm } from '#content/heritage/form.tsx'
import { sections as allSections } from '#content/heritage/kind.ts'
import { sections } from '#content/heritage/schema.ts'
import { kinds } from '#content/kinds.ts'
import { PoemForm } from '#content/poem/form.tsx'
import { ProductForm } from '#content/product/form.tsx'
import { ProverbForm } from '#content/proverb/form.tsx'
import { WordForm } from '#content/vocabulary/form.tsx'
import type { Route } from './+types/form.page.ts'
import { ComposeOrChange, type ComposeOrChangeProps, type Type } from './change.tsx'
import { ComposeArticle, ComposeEvent, ComposeMedia, type ComposeProps } from './forms.tsx'
import { OpenDraft } from './open-draft.tsx'
import { text } from './text.ts'

type FormPage = { title: () => string; show: () => ReactElement }

/** The form of every type. */
const pages: Record<PageKind, FormPage> = {
  article: createPostPage(kinds.article, () => text.articlePage, ComposeArticle),
  media: createPostPage(kinds.media, () => text.mediaPage, ComposeMedia),
  event: createPostPage(kinds.event, () => text.eventPage, ComposeEvent),
  vocabulary: createFormPage({
    type: kinds.vocabulary.type,
    title: () => text.wordPage,
    changeTitle: () => text.wordChange,
    form: (props) => <WordForm {...props} />,
  }),
  poem: createFormPage({
    type: kinds.poem.type,
    title: () => text.poemPage,
    changeTitle: () => text.poemChange,
    form: (props) => <PoemForm {...props} />,
  }),
  proverb: createFormPage({
    type: kinds.proverb.type,
    title: () => text.proverbPage,
    changeTitle: () => text.proverbChange,
    form: (props) => <ProverbForm {...props} />,
  }),
  product: createFormPage({
    type: kinds.product.type,
    title: () => text.productPage,
    changeTitle: () => text.productChange,
    form: (props) => <ProductForm {...props} />,
  }),
  heritage: createFormPage({
    type: kinds.heritage.type,
    title: () => text.heritagePage,
    changeTitle: () => text.heritageChange,
    list: (params) => allSections[sectionOf(params) ?? 'practice'].href,
    form: (props, params) => <HeritageForm {...props} section={sectionOf(params)} />,
  }),
  artifact: createFormPage({
    type: kinds.artifact.type,
    title: () => text.artifactPage,
    changeTitle: () => text.artifactChange,
    form: (props) => <ArtifactForm {...props} />,
  }),
  conservation: createFormPage({
    type: kinds.conservation.type,
    title: () => text.conservationPage,
    changeTitle: () => text.conservationChange,
    form: (props, params) => <ConservationForm {...props} artifactId={params.get(kinds.artifact.type) ?? undefined} />,
  }),
}

export function meta({ matches, location }: Route.MetaArgs) {
  return [{ title: `${pageAt(location)?.title()} | ${matches[0].loaderData?.siteName}` }]
}

/** Shows the form that the address names. */
export default function Contribute() {
  const location = useLocation()
  return <Fragment key={location.pathname}>{pageAt(location)?.show()}</Fragment>
}

function pageAt({ pathname }: { pathname: string }) {
  const address = pathname.replace(/\/$/, '')
  const type = pageKinds.find((type) => kinds[type].form === address)
  return type && pages[type]
}

/** Returns the heritage section that the address names, if any. It is preselected for a new entry. */
function sectionOf(params: URLSearchParams) {
  return sections.find((section) => section === params.get('section'))
}

function createFormPage<T extends Type>(props: ComposeOrChangeProps<T>): FormPage {
  return { title: props.title, show: () => <ComposeOrChange {...props} /> }
}

/**
 * Returns the page with the form for a new post. Existing posts are edited on their own pages, so there is no edit form
 * here.
 */
function createPostPage(kind: PostPageProps['kind'], title: () => string, Compose: PostPageProps['Compose']): FormPage {
  return { title, show: () => <PostPage {...{ kind, title: title(), Compose }} /> }
}

type PostPageProps = { kind: { type: PageKind; list: string }; title: string; Compose: ComponentType<ComposeProps> }

function PostPage({ kind, title, Compose }: PostPageProps) {
  const navigate = useNavigate()
  return (
    <div className="stack gap-5 mid">
      <h1>{title}</h1>
      <OpenDraft kind={kind.type}>
        <Compose onSubmitted={(id) => navigate(`${kind.list}/${id}`)} />
      </OpenDraft>
    </div>
  )
}
