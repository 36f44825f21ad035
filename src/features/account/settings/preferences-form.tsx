import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { changedFields } from '#core/concurrency/changed-fields.ts'
import { language, locale } from '#text/language.ts'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LabelledOptions, Options } from '#ui/form/options.tsx'
import { Checkbox, Radio, SelectField, TextField } from '#ui/form/text-field.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { fieldsOf, showIssues } from '#web/fields.ts'
import { storePreferences } from '#web/preferences.ts'
import { languageHref } from '#web/session/language-address.ts'
import { notify } from '#web/toasts.ts'
import { type Preferences, PreferencesChange, views } from '../schema.ts'
import { text } from '../text.ts'
import { PushHere, usePushHere } from './device.tsx'

const words = text.preference
type Values = Required<z.input<typeof PreferencesChange>>

/** The form for preferences, such as the language, the time zone, notifications and the default view. */
export function PreferencesForm() {
  const preferences = useAnswer(['account', 'preferences'], (options) => api.account.preferences({}, options))
  return (
    <Loaded query={preferences} loading={{ count: 12, label: words.loading }} failed={words.loadFailed}>
      {(data) => <Form preferences={data} />}
    </Loaded>
  )
}

function Form({ preferences }: { preferences: Preferences }) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')
  const here = usePushHere()
  const [zones] = useState(() => timeZones(preferences.timezone))
  const form = useForm<Values>({
    defaultValues: valuesOf(preferences),
    resolver: zodResolver(PreferencesChange) as never,
  })
  const { register, handleSubmit, setError, reset, watch, formState } = form
  const field = fieldsOf(form)
  const { isSubmitting, defaultValues } = formState

  async function send(values: Values) {
    setFailure('')
    try {
      // Another device may have changed the others meanwhile. And a number that the form only showed as the default is
      // not the member's choice.
      const updated = await api.account.updatePreferences(changedFields({ ...defaultValues }, values))
      queryClient.setQueryData(['account', 'preferences'], updated)
      storePreferences(updated)
      if (!updated.pushNotifications && here.state === 'on') here.turnOff()
      if (updated.language !== language()) return openIn(updated.language, words.saved)
      reset(valuesOf(updated))
      notify.success(words.saved)
    } catch (error) {
      setFailure(showIssues(error, setError))
    }
  }

  return (
    <CheckedForm className="stack gap-5 preferences" onSubmit={handleSubmit(send)}>
      <SelectField label={words.language} hint={words.languageHint} {...field('language')}>
        <LabelledOptions labels={words.languages} />
      </SelectField>
      <SelectField label={words.timezone} hint={words.timezoneHint(zoneName(watch('timezone')))} {...field('timezone')}>
        <Options of={zones} name={(zone) => zone.replaceAll('_', ' ')} />
      </SelectField>
      <fieldset>
        <legend>{words.notifications}</legend>
        <Checkbox label={words.email} {...register('emailNotifications')} />
        <Checkbox
          label={words.push}
          aria-describedby="push-hint"
          {...register('pushNotifications', {
            // Browsers ask for permission only after a click or tap.
            onChange: ({ target }) => target.checked && /off|asking/.test(here.state) && here.turnOn(),
          })}
        />
        <PushHere {...here} enabled={watch('pushNotifications')} />
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
        {...field('itemsPerPage', { valueAsNumber: true })}
      />
      <FormError title={failure && words.failed}>{failure}</FormError>
      <Button type="submit" busy={isSubmitting}>
        {words.save}
      </Button>
    </CheckedForm>
  )
}

function valuesOf(preferences: Preferences): Values {
  const { language, timezone, emailNotifications, pushNotifications, defaultView, itemsPerPage } = preferences
  return { language, timezone, emailNotifications, pushNotifications, defaultView, itemsPerPage }
}

/** Opens the page in the chosen language, which this device then uses too. */
function openIn(language: string, done: string) {
  notify.success(done)
  location.assign(languageHref(language, location.pathname + location.search))
}

/** Returns the time zones that this browser supports, UTC, and the current one. */
function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].sort()
}

/** Returns the long name of a time zone, such as "East Africa Time". */
function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'long' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
