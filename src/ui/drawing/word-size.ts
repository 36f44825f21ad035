/**
 * Returns the classes of a form in giant letters. Words of more than six letters are set smaller, so that they fit on
 * one line on a phone.
 */
export function giant(form: string): string {
  const letters = form.split(/\s+/).map((word) => word.replace(/\p{M}/gu, '').length)
  return Math.max(...letters) > 6 ? 'word giant long' : 'word giant'
}
