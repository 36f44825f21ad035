import { catalogue } from '#text/language.ts'

export const text = catalogue('archive-download', {
  title: 'Download a copy of the archive',
  lead: 'Everything you can see, including all original files, in one ZIP file. It’s in BagIt format, which other archives can import. It includes posts that aren’t public, so keep it safe.',
  download: 'Download the archive',
  failed: 'Couldn’t download the archive',
})
