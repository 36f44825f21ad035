import { catalogue } from '#text/language.ts'

/** Texts about downloading the archive. */
export const text = catalogue('archive-download', {
  title: 'Download a copy of the archive',
  lead: 'Everything you can see, with every original file, in one ZIP file (BagIt format) that other archives can read. It includes posts that are not public, so keep it safe.',
  download: 'Download the archive',
  failed: 'Couldn’t download the archive',
})
