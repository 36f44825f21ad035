import {
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form'
import { ApiError } from './errors.ts'

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'register' | 'formState'>

/**
 * Returns a function that connects a field of the page to its form: name, handlers and error. Call both functions while
 * rendering.
 */
export function fieldsOf<V extends FieldValues>({ register, formState: { errors } }: Form<V>) {
  return <Name extends Path<V>>(name: Name, options?: RegisterOptions<V, Name>) => ({
    ...register(name, options),
    error: (get(errors, name) as { message?: string } | undefined)?.message,
  })
}

/** Shows the issues of a refusal at their fields and returns its message. Throws what isn't an Error. */
export function showIssues<V extends FieldValues>(error: unknown, setError: UseFormSetError<V>): string {
  if (!(error instanceof Error)) throw error
  for (const { path, message } of error instanceof ApiError ? error.issues : []) setError(path as Path<V>, { message })
  return error.message
}
