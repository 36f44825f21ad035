import { z } from 'zod'
import { sentences } from './sentences.ts'

// Messages of refused fields, the same in the browser's forms and the API's answers. None is the library's.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type') {
      if (issue.input === undefined || issue.input === null) return sentences.needed
      if (issue.expected === 'int') return sentences.wholeNumber
      return issue.expected === 'number' ? sentences.number : sentences.unusable
    }
    if (issue.code === 'invalid_value') return sentences.choose(issue.values.join(', '))
    if (issue.code === 'too_small') {
      const min = Number(issue.minimum)
      if (issue.origin === 'number') return sentences.atLeast(min)
      return issue.origin !== 'string' || min === 1 ? sentences.needed : sentences.tooShort(min)
    }
    if (issue.code === 'too_big') {
      const max = Number(issue.maximum)
      if (issue.origin === 'number') return sentences.atMost(max)
      return issue.origin === 'string' ? sentences.tooLong(max) : sentences.tooMany(max)
    }
    return sentences.unusable
  },
})
