import { catalogue } from '#text/language.ts'

export const refusals = catalogue('site/refusals', {
  changed: 'Another admin changed the site after you opened this page. Reload it to see their changes.',
  colours: 'Some colours would be hard to read.',
  picture: 'Remove the pictures. This text can’t have any.',
  unreadable: 'Couldn’t read this picture. Choose a JPEG, PNG or WebP picture.',
})
