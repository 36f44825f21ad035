import { catalogue } from '#text/language.ts'

export const text = catalogue('fixity', {
  whole: 'File checks',
  loading: 'Loading file checks',
  failed: 'Couldn’t load the file checks',
  lead: 'Every night the site checks some of the original files for damage. It checks each file at least every 30 days.',
  originals: 'Original files',
  amount: (files: number, size: string) => `${files}, ${size} in total`,
  read: 'Checked in the last 30 days',
  unread: 'Not checked yet',
  oldest: 'Oldest check',
  none: 'No files yet. The site will check each file that is uploaded.',
  allWhole: 'All checked files are in good condition.',
  noneChecked: 'No files have been checked yet.',
  damagedTitle: (count: number) => (count === 1 ? '1 damaged or missing file' : `${count} damaged or missing files`),
  whatToDo:
    'The site couldn’t find undamaged copies in a backup. Check the disk, reconnect your backups, or upload the files again. The site tries to repair them again every night.',
  damage: { damaged: 'Damaged', missing: 'Missing' },
  kinds: { image: 'Picture', video: 'Video', audio: 'Recording' },
  file: (kind: string, name: string | null, size: string) => [kind, name, size].filter(Boolean).join(', '),
  hidden: 'A profile photo, or a file that you don’t have access to',
  arrived: (day: string) => `Uploaded on ${day}`,
  damagedFailed: 'Couldn’t load the damaged files',
})
