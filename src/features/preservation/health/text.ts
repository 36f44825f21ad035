import { catalogue } from '#text/language.ts'

export const text = catalogue('health', {
  title: 'Backups and file checks',
  lead: 'Check that the archive would survive if this server failed.',
  loading: 'Loading backups',
  failed: 'Couldn’t load the backups',
  overview: {
    title: 'Is everything working?',
    failed: 'Couldn’t check whether everything is working',
    backedUp: 'Your data is backed up',
    notBackedUp: 'Your data has no recent backup',
    tested: 'A backup was restored as a test',
    untested: 'No backup has been tested recently',
    last: (date: string) => `Last time: ${date}`,
    noBackups: 'No backups yet',
    noTests: 'No test restores yet',
    whole: 'All checked files are in good condition',
    noneChecked: 'No files have been checked yet',
    damaged: (count: number) =>
      count === 1 ? '1 file is damaged or missing' : `${count} files are damaged or missing`,
    unread: (count: number) =>
      count === 1 ? '1 file hasn’t been checked yet' : `${count} files haven’t been checked yet`,
    mail: 'Email is set up',
    noMail: 'Email is not set up',
    unsent: (count: number) =>
      count === 0 ? 'No emails are waiting' : count === 1 ? '1 email is waiting' : `${count} emails are waiting`,
    space: 'There is enough space on the disk',
    noSpace: 'The disk is almost full',
    free: (size: string) => `${size} left`,
  },
  plan: (at: string, place: 'folder' | 'bucket', encrypted: boolean) =>
    `The site backs itself up to a ${place} every day after ${at} UTC. ${encrypted ? 'Backups are encrypted.' : 'Backups are not encrypted: anyone with a copy can read everything.'}`,
  noPlan: 'Daily backups are off. The guide “Running a site” explains how to start them.',
  setting: 'Setting:',
  drills: 'Every month, the site restores a backup as a test, checks it and then deletes the restored copy.',
  noDrills: 'Monthly test restores are off. To run one yourself: npm run restore -- --drill',
  backup: {
    title: 'Backups',
    overdue: 'There has been no successful backup for more than 36 hours',
    overdueHint: 'Check that the place in BACKUP_TO can be reached and has free space. Then run: npm run backup',
    running: 'A backup is running now.',
    error: (at: string) => `The backup on ${at} failed`,
    last: 'Last backup',
    none: 'No backups yet.',
  },
  drill: {
    title: 'Test restores',
    overdue: 'No successful test restore in the last 40 days',
    overdueHint: 'A backup that was never tested may not work. Run: npm run restore -- --drill',
    running: 'A test restore is running now.',
    error: (at: string) => `The test restore on ${at} failed`,
    last: 'Last test restore',
    none: 'No test restores yet.',
  },
  took: 'Duration',
  seconds: (seconds: number) =>
    seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`,
  holds: 'Contains',
  amount: (files: number, size: string) => `${files === 1 ? '1 file' : `${files} files`}, ${size} in total`,
  moved: 'Newly copied',
  missing: 'Missing',
  missingFiles: (count: number) =>
    count === 1 ? '1 file is damaged or no longer in storage' : `${count} files are damaged or no longer in storage`,
  hoursAgo: (hours: number) =>
    hours === 0 ? 'less than an hour ago' : hours === 1 ? '1 hour ago' : `${hours} hours ago`,
  daysAgo: (days: number) => `${days} days ago`,
})
