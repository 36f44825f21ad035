import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { saveFile } from '#web/download.ts'
import { useSite } from '#web/site.ts'
import { copyText } from '#web/toasts.ts'
import { text } from './text.ts'

const words = text.codes

/** Shows new recovery codes. They are never shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const site = useSite()
  const lines = codes.join('\n')

  function save() {
    const title = words.fileTitle(site?.siteName ?? location.host)
    saveFile(new Blob([`${title}\n${location.origin}\n\n${lines}\n`], { type: 'text/plain' }), words.file)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={words.title}
      footer={<Button onClick={onClose}>{words.saved}</Button>}
    >
      <p>{words.body}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="row">
        <Button variant="line" onClick={() => void copyText(lines, words.copied)}>
          {words.copy}
        </Button>
        <Button variant="line" onClick={save}>
          {words.download}
        </Button>
      </p>
    </Dialog>
  )
}
