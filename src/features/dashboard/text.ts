import { catalogue } from '#core/language.ts'

/** Every text of the dashboard's frame. */
export const text = catalogue('dashboard', {
  feed: 'Feed',
  articles: 'Articles',
  media: 'Media',
  events: 'Events',
  linguistics: 'Linguistics',
  profile: 'Profile',
  settings: 'Settings',
  orders: 'Orders',
  selling: 'Selling',
  members: 'Members',
  keepers: 'Keepers’ desk',
  audit: 'Audit log',
  care: 'Care',
  figures: 'Figures',
  search: 'Search everything',
  reports: 'Reports',
  openReports: 'open',
  signOut: 'Sign Out',
  leave:
    'What you wrote has not been sent. It stays locked on this device until you sign in here again. Do you want to sign out?',
  yourProfile: (name: string) => `${name}, your profile`,
  toDashboard: 'Go to the dashboard',
  noSignal: 'No signal. You see what this device has kept; it may be older than what is there now.',
  unanswered: 'The site cannot answer just now.',
  kept: 'You see what this device has kept; it may be older than what is there now.',
  waiting: 'An admin has not admitted your account yet.',
  waitingHint: 'You can read what is public and change your own account. Posting begins once you are admitted.',
  needsScript:
    'The dashboard needs JavaScript, which is off in this browser. Everything public can be read without it.',
})
