import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Section } from '#ui/layout/section.tsx'
import { api } from '#web/api.ts'
import { text } from './text.ts'

/** Downloads the part of the archive that the keeper may see, as a BagIt file that the server creates on the fly. */
export function DownloadArchive() {
  const download = useMutation({
    async mutationFn() {
      // A download can't ask the keeper to confirm who they are, so this request does that first.
      await api.account.recentSignIn({})
      location.assign('/export/archive.zip')
    },
  })
  return (
    <Section title={text.title} look="t1 heavy" className="stack gap-3">
      <p>{text.lead}</p>
      <FormError title={download.isError ? text.failed : ''}>{download.error?.message}</FormError>
      <p>
        <Button variant="line" busy={download.isPending} onClick={() => download.mutate()}>
          {text.download}
        </Button>
      </p>
    </Section>
  )
}
