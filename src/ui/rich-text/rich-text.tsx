import ImageNode from '@tiptap/extension-image'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useRef, useState } from 'react'
import { headingLevels, isLinkable } from '#text/rich-text.ts'
import { Button } from '../button.tsx'
import { Icon } from '../drawing/icon.tsx'
import { Field, type FieldProps } from '../form/field.tsx'
import { text } from '../text.ts'
import { LinkTool } from './link-tool.tsx'
import { hasText, readPasted } from './pasted.ts'

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
export function RichText({
  label,
  hint,
  error,
  optional,
  initial,
  onChange,
  onPicture,
  onPictureFailed,
}: RichTextProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ids) => <Editor ids={ids} label={String(label)} {...{ initial, onChange, onPicture, onPictureFailed }} />}
    </Field>
  )
}

type EditorProps = Pick<RichTextProps, 'initial' | 'onChange'> & {
  onPicture: RichTextProps['onPicture'] | undefined
  onPictureFailed: RichTextProps['onPictureFailed'] | undefined
  ids: Record<string, unknown>
  label: string
}

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
