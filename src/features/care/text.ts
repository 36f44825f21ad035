import { catalogue } from '#core/language.ts'

/** Every text of the page about keeping the archive whole. */
export const text = catalogue('care', {
  title: 'Care of the archive',
  lead: 'Whether what people gave would outlive this machine.',
  loading: 'Loading the state of the backups',
  failed: 'The state of the backups could not be loaded',
  plan: (at: string, place: 'folder' | 'bucket', encrypted: boolean) =>
    `Each day after ${at} UTC, to ${place === 'bucket' ? 'a bucket' : 'a folder'}; ${encrypted ? 'encrypted' : 'not encrypted: whoever holds the copy can read all of it'}.`,
  noPlan: 'The site makes no backups by itself. BACKUP_TO names a place for them: the page “Running it” says how.',
  drills: 'Each month a backup is restored on trial, compared, and removed again.',
  noDrills: 'Nothing is restored on trial by itself. You can do so by: npm run restore -- --drill',
  backup: {
    title: 'Backup',
    overdue: 'The last backup is more than 36 hours old',
    overdueHint: 'Look whether the place named by BACKUP_TO can be reached and has room, then type: npm run backup',
    running: 'A backup is being made now.',
    error: (at: string) => `The backup of ${at} did not end well`,
    last: 'Last backup',
    none: 'There is no backup yet.',
  },
  drill: {
    title: 'Drill',
    overdue: 'No backup has been restored on trial for more than 40 days',
    overdueHint: 'A backup that nobody has tried may not be one. Type: npm run restore -- --drill',
    running: 'A backup is being restored on trial now.',
    error: (at: string) => `The drill of ${at} did not end well`,
    last: 'Last drill',
    none: 'No backup has been restored on trial yet.',
  },
  took: 'It took',
  seconds: (seconds: number) =>
    seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`,
  holds: 'It holds',
  amount: (files: number, size: string) => `${files === 1 ? 'one file' : `${files} files`}, ${size} in all`,
  moved: 'Moved this time',
  missing: 'Not in it',
  missingFiles: (count: number) =>
    `${count === 1 ? 'One file that' : `${count} files that`} the database names and storage does not have whole any more`,
  hoursAgo: (hours: number) =>
    hours === 0 ? 'less than an hour ago' : hours === 1 ? 'an hour ago' : `${hours} hours ago`,
  daysAgo: (days: number) => `${days} days ago`,
})
