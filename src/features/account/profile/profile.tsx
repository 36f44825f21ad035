import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { personPage } from '#content/entry/address.ts'
import { changedFields } from '#core/concurrency/changed-fields.ts'
import { normalizeEmail } from '#core/input/contact.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, TextArea, TextField } from '#ui/form/text-field.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { fieldsOf, showIssues } from '#web/fields.ts'
import { useSite } from '#web/site.ts'
import { notify } from '#web/toasts.ts'
import { ProfilePhoto, useKeep } from '../photo.tsx'
import { Resend } from '../resend.tsx'
import { type Profile, ProfileChange, socialNetworks } from '../schema.ts'
import { text } from '../text.ts'

const words = text.profile
type Values = z.input<typeof ProfileChange>

/** The page where members edit their profile, photo and email. `children` are further sections. */
export function ProfilePage({ children }: { children: ReactNode }) {
  const profile = useAnswer(['account', 'profile'], (options) => api.account.profile({}, options))
  return (
    <div className="narrow stack gap-6">
      <h1>{words.title}</h1>
      <Loaded query={profile} loading={{ count: 4, label: words.loading }} failed={words.loadFailed} />
      {profile.data && (
        <>
          <BrokenEmailNote profile={profile.data} />
          <EmailNote profile={profile.data} />
          <ProfilePhoto profile={profile.data} />
          <ProfileForm profile={profile.data} />
          {children}
        </>
      )}
    </div>
  )
}

/** A note that is shown while the email is unconfirmed or a change of email is pending. */
function EmailNote({ profile: { email, pendingEmail, emailVerified } }: { profile: Profile }) {
  const sendsMail = useSite()?.sendsMail
  if (!pendingEmail && emailVerified) return null
  return (
    <Note look="dashed" icon="ring" action={<Resend label={words.resend} />}>
      <p className="strong">{pendingEmail ? words.pendingTitle(pendingEmail) : words.unconfirmedTitle}</p>
      <p className="small">{pendingEmail ? words.pending(email) : words.unconfirmed(email)}</p>
      {!emailVerified && sendsMail && <p className="small">{words.unlisted}</p>}
    </Note>
  )
}

/** A note that is shown if the mail server answered that the member's address doesn't work. */
function BrokenEmailNote({ profile: { brokenEmail } }: { profile: Profile }) {
  if (!brokenEmail) return null
  return (
    <Note look="ringed" icon="alert">
      <p className="strong break">{words.brokenTitle(brokenEmail)}</p>
      <p className="small">{words.broken}</p>
    </Note>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const keep = useKeep()
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const draft = draftOf<Values>(formDraftName('profile'))
  const [typed, setTyped] = useState(draft.read)
  // The form sends only what differs from this, because another device may have changed the rest since.
  const [base, setBase] = useState(() => valuesOf(profile))
  const form = useForm<Values>({
    defaultValues: { ...base, ...typed, socialLinks: { ...base.socialLinks, ...typed.socialLinks } },
    resolver: zodResolver(profileForm(profile)),
  })
  const { handleSubmit, setError, setValue, reset, watch, formState } = form
  const field = fieldsOf(form)
  const { isSubmitting } = formState
  const newEmail = isNewEmail(watch('email'), profile)
  const hasOneName = watch('lastName') === null

  useEffect(() => {
    // The password is not stored.
    const watching = watch(({ currentPassword: _, ...values }) =>
      draftOf<Partial<Values>>(formDraftName('profile')).write(changesOf(base, values as Values)),
    )
    return () => watching.unsubscribe()
  }, [watch, base])

  function show(saved: Profile) {
    const values = valuesOf(saved)
    reset(values)
    setBase(values)
    draft.clear()
    setTyped({})
  }

  async function send({ currentPassword, ...values }: Values) {
    setFailure(null)
    try {
      const updated = await api.account.updateProfile({
        ...changesOf(base, values),
        ...(newEmail && { currentPassword }),
      })
      keep(updated)
      show(updated)
      const emailChanged = updated.pendingEmail !== null && updated.pendingEmail !== profile.pendingEmail
      notify.success(emailChanged ? words.savedPending(updated.pendingEmail ?? '') : words.saved)
    } catch (error) {
      setFailure({ title: words.failed, message: showIssues(error, setError) })
    }
  }

  return (
    <CheckedForm
      className="stack gap-5"
      onSubmit={handleSubmit(send, () => setFailure({ title: words.check, message: '' }))}
    >
      {Object.keys(typed).length > 0 && <UnsavedNote onDiscard={() => show(profile)} />}
      <h2 className="t2">{words.basic}</h2>
      <div className="grid g2 gap-5">
        <TextField label={words.firstName} autoComplete="given-name" {...field('firstName')} />
        <div className="stack gap-3">
          {!hasOneName && <TextField label={words.lastName} autoComplete="family-name" {...field('lastName')} />}
          <Checkbox
            label={words.onlyOneName}
            checked={hasOneName}
            onChange={(event) => setValue('lastName', event.target.checked ? null : '', { shouldDirty: true })}
          />
        </div>
      </div>
      <TextField label={words.email} hint={words.emailHint} type="email" autoComplete="email" {...field('email')} />
      {newEmail && (
        <TextField
          label={words.currentPassword}
          hint={words.currentPasswordHint}
          type="password"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
      )}
      <TextField label={words.phone} optional type="tel" autoComplete="tel" {...field('phone')} />
      <TextField label={words.place} hint={words.placeHint} optional maxLength={120} {...field('place')} />
      <TextArea label={words.bio} hint={words.bioHint} optional maxLength={2000} {...field('bio')} />
      <fieldset className="stack gap-5">
        <legend className="sr">{words.social}</legend>
        <div className="stack gap-1">
          <h2 className="t2">{words.social}</h2>
          <p className="small dim">{words.socialHint}</p>
        </div>
        <div className="grid g2 gap-5">
          {socialNetworks.map((network) => (
            <TextField
              key={network}
              label={words.networks[network]}
              optional
              type="url"
              inputMode="url"
              placeholder="https://"
              {...field(`socialLinks.${network}`)}
            />
          ))}
        </div>
      </fieldset>
      <OwnPage id={profile.id} shown={profile.publicPage} {...form.register('publicPage')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <Button type="submit" busy={isSubmitting}>
        {words.save}
      </Button>
    </CheckedForm>
  )
}

/** Returns the schema of the form. A new email requires the password. */
function profileForm(profile: Profile) {
  return ProfileChange.refine(({ email, currentPassword }) => !isNewEmail(email, profile) || !!currentPassword, {
    path: ['currentPassword'],
    error: () => words.passwordNeeded,
  })
}

/** Returns true if the typed email differs from the account's and from the pending one. */
function isNewEmail(typed: string, { email, pendingEmail }: Profile): boolean {
  const ownEmails: (string | null)[] = [email, pendingEmail]
  return !ownEmails.includes(normalizeEmail(typed))
}

/** Returns the fields and the links that differ. */
function changesOf(base: Values, { socialLinks = {}, ...values }: Values): Partial<Values> {
  return { ...changedFields(base, values), socialLinks: changedFields({ ...base.socialLinks }, socialLinks) }
}

function valuesOf({ firstName, lastName, email, phone, place, bio, publicPage, socialLinks }: Profile): Values {
  return {
    firstName,
    lastName: lastName || null,
    email,
    currentPassword: '',
    phone,
    place,
    bio,
    publicPage,
    socialLinks,
  }
}

type Props = Omit<ComponentProps<typeof Checkbox>, 'label' | 'id'> & {
  id: string
  /** Whether the saved profile has the page turned on. */
  shown: boolean
}

/** The profile form's switch for the member's page, with a link to the page while it is on. */
function OwnPage({ id, shown, ...input }: Props) {
  const words = text.profile.page
  return (
    <fieldset className="stack gap-3">
      <legend className="sr">{words.title}</legend>
      <div className="stack gap-1">
        <h2 className="t2">{words.title}</h2>
        <p className="small dim">{words.hint}</p>
      </div>
      <Checkbox label={words.show} {...input} />
      {shown && (
        <p>
          <ButtonLink variant="line" href={personPage({ id })}>
            {words.view}
          </ButtonLink>
        </p>
      )}
    </fieldset>
  )
}
