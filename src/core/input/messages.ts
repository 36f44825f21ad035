import { z } from 'zod'
import { sentences } from './sentences.ts'

// Messages of refused fields, the same in the browser's forms and the API's answers.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) return sentences.needed
    if (issue.code === 'too_small' && issue.origin === 'string')
      return issue.minimum === 1 ? sentences.needed : sentences.tooShort(Number(issue.minimum))
    if (issue.code === 'too_big' && issue.origin === 'string') return sentences.tooLong(Number(issue.maximum))
    if (issue.code === 'too_big' && issue.origin === 'array') return sentences.tooMany(Number(issue.maximum))
    return undefined
  },
})
