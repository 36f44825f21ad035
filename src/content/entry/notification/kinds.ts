export const notificationKinds = ['comment', 'reply', 'mention', 'registration', 'message'] as const
export type NotificationKind = (typeof notificationKinds)[number]
