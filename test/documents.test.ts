import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/*.md', 'data/**/*.md'])
const folders = ['.', 'src', 'src/content', 'src/features']

test('every file that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`([\w@.-]+\/[\w./-]+\.(?:tsx?|mjs|md|css))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !folders.some((folder) => existsSync(join(folder, path))))
      .map((path) => `${document} names ${path}`),
  )
  expect(missing).toEqual([])
})

test('every link from a document to a file leads somewhere', () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(dirname(document), path)))
      .map((path) => `${document} links to ${path}`),
  )
  expect(missing).toEqual([])
})
