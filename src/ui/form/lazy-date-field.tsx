import { LazyPart } from '../state/lazy-part.tsx'
import type { DateFieldProps } from './date-field.tsx'

const dateField = () => import('./date-field.tsx').then((module) => module.DateField)

/** A date field that is loaded when its form opens. */
export function LazyDateField(props: DateFieldProps) {
  return <LazyPart load={dateField} partProps={props} />
}
