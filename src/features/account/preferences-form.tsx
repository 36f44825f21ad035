import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { language, locale } from '#core/language.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, Radio, SelectField, TextField } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { storePreferences } from '#web/preferences.ts'
import { PushHere, usePushHere } from './push-here.tsx'
import { type Preferences, PreferencesChange, views } from './schema.ts'
import { text } from './text.ts'

const words = text.preference
type Values = Required<z.input<typeof PreferencesChange>>

/** Loads the preferences, then lets them be changed; what is saved takes effect in every list and date. */
export function PreferencesForm() {
  const preferences = useQuery({
    queryKey: ['account', 'preferences'],
    queryFn: ({ signal }) => api.account.preferences({}, { signal }),
  })
  if (preferences.data) return <Form preferences={preferences.data} />
  if (preferences.isError)
    return (
      <ErrorState title={words.loadFailed} onRetry={() => preferences.refetch()} busy={preferences.isFetching}>
        {preferences.error.message}
      </ErrorState>
    )
  return <Skeleton shape="list" count={4} label={words.loading} />
}

function Form({ preferences }: { preferences: Preferences }) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')
  const here = usePushHere()
  const [zones] = useState(() => timeZones(preferences.timezone))
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<Values>({
    defaultValues: valuesOf(preferences),
    resolver: zodResolver(PreferencesChange) as never,
  })
  const { errors, isSubmitting, dirtyFields } = formState

  async function send({ itemsPerPage, ...rest }: Values) {
    setFailure('')
    // A number that was only shown is not yet the member's choice.
    const chosen = dirtyFields.itemsPerPage || preferences.itemsPerPageChosen
    try {
      const kept = await api.account.updatePreferences({ ...rest, ...(chosen && { itemsPerPage }) })
      queryClient.setQueryData(['account', 'preferences'], kept)
      storePreferences(kept)
      if (!kept.pushNotifications && here.state === 'on') here.turnOff()
      if (kept.language !== language()) return openAnew(words.saved)
      reset(valuesOf(kept))
      notify.success(words.saved)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError(path as keyof Values, { message })
      setFailure(error.message)
    }
  }

  return (
    <form className="stack gap-5 preferences" noValidate onSubmit={handleSubmit(send)}>
      <SelectField
        label={words.language}
        hint={words.languageHint}
        error={errors.language?.message}
        {...register('language')}
      >
        {Object.entries(words.languages).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.timezone}
        hint={words.timezoneHint(zoneName(watch('timezone')))}
        error={errors.timezone?.message}
        {...register('timezone')}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend>{words.notifications}</legend>
        <Checkbox label={words.email} {...register('emailNotifications')} />
        <Checkbox
          label={words.push}
          aria-describedby="push-hint"
          {...register('pushNotifications', {
            // The browser asks for leave only where something was pressed.
            onChange: ({ target }) => target.checked && /off|asking/.test(here.state) && here.turnOn(),
          })}
        />
        <PushHere {...here} wanted={watch('pushNotifications')} />
      </fieldset>
      <fieldset>
        <legend>{words.view}</legend>
        {views.map((view) => (
          <Radio key={view} label={words.views[view]} value={view} {...register('defaultView')} />
        ))}
      </fieldset>
      <TextField
        label={words.items}
        hint={words.itemsHint}
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        error={errors.itemsPerPage?.message}
        {...register('itemsPerPage', { valueAsNumber: true })}
      />
      <FormError title={failure && words.failed}>{failure}</FormError>
      <Button type="submit" busy={isSubmitting}>
        {words.save}
      </Button>
    </form>
  )
}

function valuesOf(preferences: Preferences): Values {
  const { language, timezone, emailNotifications, pushNotifications, defaultView, itemsPerPage } = preferences
  return { language, timezone, emailNotifications, pushNotifications, defaultView, itemsPerPage }
}

/** Opens this page anew: the server writes it in the language that was chosen. */
function openAnew(done: string) {
  notify.onNextPage(done)
  location.reload()
}

/** The zones this browser knows, and the one that is set. */
function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].sort()
}

/** "East Africa Time". */
function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'long' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
