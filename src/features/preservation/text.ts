import { catalogue } from '#core/language.ts'

/** Every text about files that stay whole and an archive that can leave. */
export const text = catalogue('preservation', {
  whole: 'Files are whole',
  loading: 'Loading the state of the files',
  failed: 'The state of the files did not load',
  lead: 'Every night the site reads a share of the original files and compares them with what came, so that each is read within 30 days.',
  originals: 'Original files',
  amount: (files: number, size: string) => `${files}, ${size} in all`,
  read: 'Read in the last 30 days',
  unread: 'Not read yet',
  oldest: 'Oldest check',
  none: 'There are no files yet.',
  allWhole: 'Nothing is damaged or missing.',
  damagedTitle: (count: number) => (count === 1 ? 'One file is not whole' : `${count} files are not whole`),
  whatToDo:
    'No backup holds a good copy that may be used. Look whether the disk fails, connect the place of your backups again, or ask whoever sent a file for it. The site tries again every night.',
  damage: { damaged: 'Damaged', missing: 'Missing' },
  kinds: { image: 'Picture', video: 'Video', audio: 'Recording' },
  file: (kind: string, name: string | null, size: string) => [kind, name, size].filter(Boolean).join(', '),
  hidden: 'Of an entry that only its group sees',
  arrived: (day: string) => `Came on ${day}`,
  damagedFailed: 'The damaged files did not load',
  takeTitle: 'Take the archive elsewhere',
  take: 'All that you may see, with every original file, as a bag (BagIt) that other archives read. It holds what is not public, too: keep it safe.',
  download: 'Download the archive',
})
