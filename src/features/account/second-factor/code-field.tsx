import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { text } from './text.ts'

const words = text.login

/** The kind of code, which is also the name of its field in the request. */
export type CodeKind = 'code' | 'recoveryCode'
type Methods = { passkey: boolean; code: boolean; recoveryCode: boolean }

/** Returns the kind of code to ask for first; null if the account has no authenticator app. */
export function firstKind({ code }: Methods): CodeKind | null {
  return code ? 'code' : null
}

/** A field for the code of an authenticator app or a recovery code. */
export function CodeField({ kind, error }: { kind: CodeKind; error?: string | undefined }) {
  const isCode = kind === 'code'
  return (
    <TextField
      name={kind}
      label={isCode ? words.code : words.recoveryCode}
      hint={isCode ? undefined : words.recoveryHint}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      inputMode={isCode ? 'numeric' : 'text'}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={isCode ? 10 : 50}
      error={error}
    />
  )
}

/** A button that switches to the other kind of code, if the account has it. */
export function SwitchKind(props: { methods: Methods; kind: CodeKind | null; onChange: (kind: CodeKind) => void }) {
  const { methods, kind, onChange } = props
  const other = kind === 'recoveryCode' ? 'code' : 'recoveryCode'
  if (!methods[other]) return null
  return (
    <p>
      <Button variant="text" onClick={() => onChange(other)}>
        {other === 'code' ? words.useCode : words.useRecoveryCode}
      </Button>
    </p>
  )
}
