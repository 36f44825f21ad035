import { z } from 'zod'

// The sentences of refused fields, the same in the browser's forms and in the API's answers.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) return 'This is needed.'
    if (issue.code === 'too_small' && issue.origin === 'string')
      return issue.minimum === 1 ? 'This is needed.' : `Please write at least ${issue.minimum} characters.`
    if (issue.code === 'too_big' && issue.origin === 'string') return `Please keep this to ${issue.maximum} characters.`
    if (issue.code === 'too_big' && issue.origin === 'array') return `Please keep this to ${issue.maximum} items.`
    return undefined
  },
})
