import { expect, test } from 'vitest'
import { titleOfGiving } from './giving.ts'

test.each([
  ['/contribute/linguistics/0190', 'Record a word'],
  ['/record', 'Record words'],
  ['/contribute/linguistics', 'Add a word'],
  ['/contribute/media?as=video', 'Share a video'],
  ['/contribute/media?as=toString', 'Share a picture, video or recording'],
  ['/contribute/story?section=ceremonies', 'Share a story'],
  ['/contribute/heritage?section=story', 'Add an archive entry'],
  ['/dashboard/articles/0190#comments', 'Write a comment'],
  ['/dashboard/events/0190?register', 'Register for an event'],
  ['/contribute/poems?id=0190', undefined],
  ['/contribute/poems?draft=0190', undefined],
  ['/contribute/report?entry=0190', undefined],
  ['/dashboard/articles/0190?comment=0191#comments', undefined],
  ['/events/0190', undefined],
  ['//elsewhere.test', undefined],
  ['', undefined],
])('the title for people who came to give something at %s is %s', (path, title) => {
  expect(titleOfGiving(path)).toBe(title)
})
