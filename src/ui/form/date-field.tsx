import { Popover } from '@base-ui/react/popover'
import { type ComponentProps, type FocusEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../drawing/icon.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { LazyPart } from '../state/lazy-part.tsx'
import { Skeleton } from '../state/skeleton.tsx'
import { text } from '../text.ts'
import type { CalendarProps } from './calendar.tsx'
import {
  complaintOf,
  type DateLimits,
  type DateValue,
  isIso,
  readDates,
  showDate,
  showDates,
  spellDate,
  withDay,
  withTime,
} from './date-value.ts'
import { Field, type FieldProps } from './field.tsx'
import { TimePicker } from './time-picker.tsx'

export type DateRange = { from: DateValue; to: DateValue }

type Chosen =
  | { mode?: 'single'; value: DateValue; onChange: (value: DateValue) => void; time?: boolean }
  | { mode: 'multiple'; value: readonly DateValue[]; onChange: (value: DateValue[]) => void; time?: undefined }
  | { mode: 'range'; value: DateRange; onChange: (value: DateRange) => void; time?: boolean }

export type DateFieldProps = Omit<FieldProps, 'label'> &
  DateLimits &
  Chosen &
  Pick<ComponentProps<'input'>, 'id' | 'name' | 'onBlur' | 'disabled'> & { label: string; ref?: Ref<HTMLInputElement> }

/** Up to this width the calendar fills the screen. */
const phone = '(max-width: 768px)'
/** Milliseconds until the calendar closes after a choice, so that people see what they chose. */
const closing = 150

/**
 * One date, several, or a range, typed or chosen in a calendar; with `time`, to the minute. Values are `DateValue`s.
 * Shows its own errors. In react-hook-form use it in a `Controller`.
 */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, optional, aside, id, name, disabled, ref, time } = props
  const { min, max, disabledDates, disabledWeekdays, maxCount, mode = 'single' } = props
  const shape = { mode, time }
  const limits = { min, max, disabledDates, disabledWeekdays, maxCount }
  const values = valuesOf(props)
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState<'popover' | 'sheet' | null>(null)
  const [enter, setEnter] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const returning = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const input = () => frame.current?.querySelector('input')

  function show(toGrid: boolean) {
    if (disabled) return
    setEnter(toGrid)
    setOpen(matchMedia(phone).matches ? 'sheet' : 'popover')
  }

  function close() {
    clearTimeout(timer.current)
    if (popup.current?.contains(document.activeElement)) {
      returning.current = true
      input()?.focus()
      returning.current = false
    }
    setOpen(null)
  }

  /** Passes on the dates, or their text if one is invalid, so that it isn't lost; no schema accepts it as a date. */
  function give(next: readonly DateValue[]) {
    const parsedValues = complaintOf(next, shape, limits) ? next.map(showDate) : next
    if (props.mode === 'multiple') props.onChange([...parsedValues])
    else if (props.mode === 'range') props.onChange({ from: parsedValues[0] ?? '', to: parsedValues[1] ?? '' })
    else props.onChange(parsedValues[0] ?? '')
  }

  function write(next: string) {
    setTyped(next)
    const dates = readDates(next, shape)
    // Two digits of a year may still become four, so until the field is left only complete dates are accepted.
    const isComplete = dates.every(isIso) && (next.match(/\/\d{4}/g) ?? []).length >= dates.length
    if (isComplete) give(dates)
  }

  function settle() {
    if (typed === null) return
    setTyped(null)
    give(readDates(typed, shape))
  }

  function chooseDay(day: string) {
    setTyped(null)
    give(withDay(values, day, shape))
    if (mode === 'single' && !time) timer.current = setTimeout(close, closing)
  }

  function keys(event: KeyboardEvent) {
    if (event.key === 'Enter') settle()
    if (event.key === 'Escape' && open) {
      // Closes only the calendar, not a dialog around the field.
      event.stopPropagation()
      close()
    }
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    const day = popup.current?.querySelector<HTMLElement>('[role=grid] button[tabindex="0"]')
    if (day) day.focus()
    else show(true)
  }

  function leave({ relatedTarget: next }: FocusEvent) {
    const inside = [frame, popup].some(({ current }) => current?.contains(next))
    if (next && !inside && !next.hasAttribute('data-base-ui-focus-guard'))
      setOpen((current) => (current === 'popover' ? null : current))
  }

  const complaint = typed === null ? complaintOf(values, shape, limits) : undefined
  const spelled = mode === 'single' && values[0] && isIso(values[0]) ? spellDate(values[0]) : undefined
  const displayValue = typed ?? showDates(values, mode)
  const format = text.date.shape[mode]
  const line = {
    type: 'text',
    autoComplete: 'off',
    placeholder: time ? text.date.withTime(format) : format,
    value: displayValue,
    onChange: (event: { target: { value: string } }) => write(event.target.value),
  } as const
  const panel = (
    <DatePanel
      {...limits}
      {...shape}
      values={values}
      autoFocus={enter}
      onDay={chooseDay}
      onValues={(next) => {
        setTyped(null)
        give(next)
      }}
      onDone={open === 'popover' && (mode !== 'single' || time) ? close : undefined}
    />
  )
  return (
    <Field
      {...{ label, optional, aside, id }}
      hint={
        (hint || spelled) &&
        [hint, spelled].filter(Boolean).map((part) => (
          <span key={`${part}`} className="hint-line">
            {part}
          </span>
        ))
      }
      error={complaint ?? error}
    >
      {(ids) => (
        <div className="date" ref={frame}>
          <input
            {...line}
            {...{ name, disabled, ref }}
            {...ids}
            onFocus={() => !returning.current && !matchMedia(phone).matches && show(false)}
            // On a phone the calendar doesn't open on focus, because a screen that opens by itself would be a surprise.
            onClick={() => open ?? show(false)}
            onKeyDown={keys}
            onBlur={(event) => {
              settle()
              leave(event)
              props.onBlur?.(event)
            }}
          />
          <Popover.Root
            open={open === 'popover'}
            onOpenChange={(next, { event, reason, cancel }) => {
              const onInput = input()?.contains(event.target as Node)
              if (next) show(true)
              else if (onInput && reason !== 'escape-key') cancel()
              else close()
            }}
          >
            <Popover.Trigger
              ref={trigger}
              disabled={disabled}
              className="btn text sq"
              aria-label={text.date.open(label)}
              onBlur={leave}
            >
              <Icon name="calendar" />
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Positioner className="at-pop" anchor={frame} align="start" sideOffset={8} collisionPadding={16}>
                <Popover.Popup
                  ref={popup}
                  className="panel date-panel stack"
                  aria-label={text.date.open(label)}
                  initialFocus={false}
                  finalFocus={false}
                  onBlur={leave}
                >
                  {panel}
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
          <Dialog
            open={open === 'sheet'}
            onClose={() => setOpen(null)}
            title={label}
            full
            finalFocus={trigger}
            footer={<Button onClick={() => setOpen(null)}>{text.date.done}</Button>}
          >
            <div className="stack date-panel">
              <Field label={line.placeholder} error={complaint}>
                {(sheetIds) => (
                  <input
                    {...line}
                    {...sheetIds}
                    onBlur={settle}
                    onKeyDown={(event) => event.key === 'Enter' && settle()}
                  />
                )}
              </Field>
              {panel}
            </div>
          </Dialog>
        </div>
      )}
    </Field>
  )
}

function valuesOf(chosen: Chosen): readonly DateValue[] {
  if (chosen.mode === 'multiple') return chosen.value
  return chosen.mode === 'range' ? [chosen.value.from, chosen.value.to] : [chosen.value]
}

type DatePanelProps = CalendarProps & {
  time?: boolean | undefined
  onValues: (values: DateValue[]) => void
  /** Without it there is no button that closes the panel. */
  onDone?: (() => void) | undefined
}

const loadCalendar = () => import('./calendar.tsx').then((module) => module.Calendar)

/** The panel of a date field: the calendar, loaded on demand, and the times of the chosen days. */
function DatePanel({ time, onValues, onDone, ...calendar }: DatePanelProps) {
  const { mode, values } = calendar
  const labels = mode === 'range' ? [text.date.start, text.date.end] : [text.date.time]
  const any = values.some((value) => value !== '')
  return (
    <>
      <div className="row gap-5 date-columns">
        <LazyPart
          load={loadCalendar}
          partProps={calendar}
          waiting={<Skeleton shape="list" count={4} />}
          title={text.date.calendar}
          hint={text.date.loadFailed}
        />
        {time && (
          <div className="row">
            {values.map(
              (value, at) =>
                isIso(value) && (
                  <TimePicker
                    key={labels[at]}
                    label={labels[at] ?? text.date.time}
                    value={value.slice(11)}
                    onChange={(next) =>
                      onValues(values.map((one, index) => (index === at ? withTime(one, next) : one)))
                    }
                  />
                ),
            )}
          </div>
        )}
      </div>
      {(any || onDone) && (
        <div className="row split">
          {any && (
            <Button variant="text" className="flush" onClick={() => onValues([])}>
              {text.date.clear}
            </Button>
          )}
          {onDone && <Button onClick={onDone}>{text.date.done}</Button>}
        </div>
      )}
    </>
  )
}
