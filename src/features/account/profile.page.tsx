import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { Agreements } from '../consent/mine.tsx'
import { OwnGroups } from '../keepers/groups/own.tsx'
import type { Route } from './+types/profile.page.ts'
import { ProfilePhoto, useKeep } from './photo.tsx'
import { Resend } from './resend.tsx'
import { type Profile, ProfileChange, socialNetworks } from './schema.ts'
import { text } from './text.ts'

const words = text.profile
type Values = z.input<typeof ProfileChange>

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${words.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Who the member is to others, and where mails reach them. */
export default function ProfilePage() {
  const profile = useQuery({
    queryKey: ['account', 'profile'],
    queryFn: ({ signal }) => api.account.profile({}, { signal }),
  })
  return (
    <div className="narrow stack gap-6">
      <h1>{words.title}</h1>
      {profile.isPending && <Skeleton shape="list" count={4} label={words.loading} />}
      {profile.isError && !profile.data && (
        <ErrorState title={words.loadFailed} onRetry={() => profile.refetch()} busy={profile.isFetching}>
          {profile.error.message}
        </ErrorState>
      )}
      {profile.data && (
        <>
          <EmailNote profile={profile.data} />
          <ProfilePhoto profile={profile.data} />
          <ProfileForm profile={profile.data} />
          <OwnGroups />
          <Agreements />
        </>
      )}
    </div>
  )
}

/** What the member's address still waits for. */
function EmailNote({ profile: { email, pendingEmail, emailVerified } }: { profile: Profile }) {
  if (!pendingEmail && emailVerified) return null
  return (
    <Note look="dashed" icon="ring" action={<Resend label={words.resend} />}>
      <p className="strong">{pendingEmail ? words.pendingTitle(pendingEmail) : words.unconfirmedTitle}</p>
      <p className="small">{pendingEmail ? words.pending(email) : words.unconfirmed(email)}</p>
    </Note>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const keep = useKeep()
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    defaultValues: valuesOf(profile),
    resolver: zodResolver(ProfileChange),
  })
  const { errors, isSubmitting } = formState

  async function send(values: Values) {
    setFailure(null)
    try {
      const kept = await api.account.updateProfile(values)
      keep(kept)
      reset(valuesOf(kept))
      const asked = kept.pendingEmail !== null && kept.pendingEmail !== profile.pendingEmail
      notify.success(asked ? words.savedPending(kept.pendingEmail ?? '') : words.saved)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError(path as keyof Values, { message })
      setFailure({ title: words.failed, message: error.message })
    }
  }

  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={handleSubmit(send, () => setFailure({ title: words.check, message: '' }))}
    >
      <h2 className="t2">{words.basic}</h2>
      <div className="grid g2 gap-5">
        <TextField
          label={words.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label={words.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <TextField
        label={words.email}
        hint={words.emailHint}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label={words.phone}
        optional
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextArea label={words.bio} optional maxLength={2000} error={errors.bio?.message} {...register('bio')} />
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
              error={errors.socialLinks?.[network]?.message}
              {...register(`socialLinks.${network}`)}
            />
          ))}
        </div>
      </fieldset>
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <Button type="submit" busy={isSubmitting}>
        {words.save}
      </Button>
    </form>
  )
}

function valuesOf({ firstName, lastName, email, phone, bio, socialLinks }: Profile): Values {
  return { firstName, lastName, email, phone, bio, socialLinks }
}
