import ImageNode from '@tiptap/extension-image'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useRef, useState } from 'react'
import { cellSeparator, headingLevels, isLinkable, otherHeadings } from '#text/rich-text.ts'
import { Button } from '../button.tsx'
import { Icon } from '../drawing/icon.tsx'
import { Field, type FieldProps } from '../form/field.tsx'
import { text } from '../text.ts'
import { LinkTool } from './link-tool.tsx'

export type RichTextProps = FieldProps & {
  /** HTML that the editor opens with. */
  initial: string
  onChange: (html: string) => void
  /**
   * Uploads a picture and returns its address, and advice about this kind of picture; rejects with a message. Without
   * it, pictures are not offered.
   */
  onPicture?: (file: File) => Promise<{ src: string; note?: string }>
  onPictureFailed?: (error: Error) => void
}

/**
 * An editor with headings, bold, italic, lists, quotes, links and pictures. Load it when a form opens, because it is
 * large.
 */
export function RichText({ initial, onChange, onPicture, onPictureFailed, ...frame }: RichTextProps) {
  const editor = { label: String(frame.label), initial, onChange, onPicture, onPictureFailed }
  return <Field {...frame}>{(ids) => <Editor ids={ids} {...editor} />}</Field>
}

type EditorProps = Omit<RichTextProps, keyof FieldProps> & { ids: Record<string, unknown>; label: string }

function Editor({ ids, label, initial, onChange, onPicture, onPictureFailed }: EditorProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState<string>()
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [...headingLevels] },
        code: false,
        codeBlock: false,
        link: { openOnClick: false, isAllowedUri: isLinkable, shouldAutoLink: isAddress },
      }),
      // The server would drop a picture that is typed as `![text](address)`.
      ImageNode.extend({ addInputRules: () => [] }),
    ],
    content: initial,
    injectCSS: false,
    editorProps: {
      attributes: {
        // The editor would write out undefined attributes.
        ...Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined)),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich prose',
      } as Record<string, string>,
      handlePaste: (_view, event) => takeFile(event.clipboardData),
      transformPastedHTML: takePasted,
      handleDrop: (_view, event) => takeFile((event as DragEvent).dataTransfer),
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      h2: current?.isActive('heading', { level: 2 }),
      bold: current?.isActive('bold'),
      italic: current?.isActive('italic'),
      list: current?.isActive('bulletList'),
      numbers: current?.isActive('orderedList'),
      quote: current?.isActive('blockquote'),
      link: current?.isActive('link') ? String(current.getAttributes('link').href) : undefined,
    }),
  })

  function takeFile(data: DataTransfer | null) {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0 || hasText(data?.getData('text/html') ?? '')) return false
    if (onPicture) void insertAll(pictures)
    else onPictureFailed?.(new Error(text.rich.noPictures))
    return true
  }

  /** Returns the HTML to insert for pasted HTML. Pictures in it are uploaded like those that the writer chooses. */
  function takePasted(pasted: string) {
    const { html, pictures, lacksPictures } = readPasted(pasted)
    if (!onPicture && (pictures.length > 0 || lacksPictures)) onPictureFailed?.(new Error(text.rich.noPictures))
    else if (lacksPictures) onPictureFailed?.(new Error(text.rich.picturesElsewhere))
    // The text is inserted first.
    if (onPicture && pictures.length > 0) setTimeout(() => void insertAll(pictures))
    return html
  }

  async function insertAll(pictures: File[]) {
    for (const picture of pictures) await insert(picture)
  }

  async function insert(file: File) {
    if (!onPicture) return
    try {
      const { src, note } = await onPicture(file)
      if (note) setNote(note)
      // The cursor goes below the picture. Otherwise the picture would be selected, and typing would replace it.
      editor
        ?.chain()
        .focus()
        .insertContent([{ type: 'image', attrs: { src } }, { type: 'paragraph' }])
        .run()
    } catch (failure) {
      onPictureFailed?.(failure as Error)
    }
  }

  function setLink(href: string) {
    const { empty } = editor?.state.selection ?? {}
    // Without a selection the address itself becomes the text.
    if (empty && !active?.link)
      chain()
        ?.insertContent({
          type: 'text',
          text: href.replace(/^(?:mailto|tel):/, ''),
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run()
    else chain()?.extendMarkRange('link').setLink({ href }).run()
  }

  const chain = () => editor?.chain().focus()
  const tools = [
    { name: text.rich.heading, face: 'H', on: active?.h2, run: () => chain()?.toggleHeading({ level: 2 }).run() },
    { name: text.rich.bold, face: 'B', on: active?.bold, run: () => chain()?.toggleBold().run() },
    { name: text.rich.italic, face: <i>I</i>, on: active?.italic, run: () => chain()?.toggleItalic().run() },
    {
      name: text.rich.list,
      face: <Icon name="list" />,
      on: active?.list,
      run: () => chain()?.toggleBulletList().run(),
    },
    { name: text.rich.numbers, face: '1.', on: active?.numbers, run: () => chain()?.toggleOrderedList().run() },
    { name: text.rich.quote, face: '“', on: active?.quote, run: () => chain()?.toggleBlockquote().run() },
  ]
  return (
    <div className="rich-frame">
      <div className="rich-tools" role="toolbar" aria-label={text.rich.tools}>
        {tools.map(({ name, face, on, run }) => (
          <button key={name} type="button" className="rich-tool" aria-pressed={Boolean(on)} title={name} onClick={run}>
            <span className="sr">{name}</span>
            <span aria-hidden="true">{face}</span>
          </button>
        ))}
        <LinkTool
          href={active?.link}
          field={() => editor?.view.dom}
          onSet={setLink}
          onRemove={() => chain()?.extendMarkRange('link').unsetLink().run()}
        />
        {onPicture && (
          <>
            <Button variant="soft" sq icon="photo" label={text.rich.picture} onClick={() => picker.current?.click()} />
            <input
              ref={picker}
              type="file"
              accept="image/*"
              hidden
              onChange={(event) => {
                const file = event.target.files?.[0]
                event.target.value = ''
                if (file) void insert(file)
              }}
            />
          </>
        )}
      </div>
      <EditorContent editor={editor} />
      {note && (
        <p className="rich-note small" role="status">
          {note}
        </p>
      )}
    </div>
  )
}

/** Returns whether typed text is meant as a link: a full stop between two sentences is not a domain. */
function isAddress(typed: string): boolean {
  return /^(?:https?:\/\/|www\.)/i.test(typed) || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(typed)
}

type Pasted = {
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
function readPasted(html: string): Pasted {
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
function hasText(html: string): boolean {
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
