import { Button } from '../button.tsx'
import { LazyPart } from '../state/lazy-part.tsx'
import { Skeleton } from '../state/skeleton.tsx'
import { text } from '../text.ts'
import type { CalendarProps } from './calendar.tsx'
import { type DateValue, isIso, withTime } from './date-value.ts'
import { TimePicker } from './time-picker.tsx'

type DatePanelProps = CalendarProps & {
  time?: boolean | undefined
  onValues: (values: DateValue[]) => void
  /** Without it there is no button that closes the panel. */
  onDone?: (() => void) | undefined
}

const loadCalendar = () => import('./calendar.tsx').then((module) => module.Calendar)

/** The panel of a date field: the calendar, loaded on demand, and the times of the chosen days. */
export function DatePanel({ time, onValues, onDone, ...calendar }: DatePanelProps) {
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
