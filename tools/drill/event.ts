const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Returns an artificial event that takes place in a week, as `POST /api/events` takes it. */
export function event(): Record<string, unknown> {
  return {
    title: 'Drill',
    type: 'in-person',
    category: 'community',
    location: 'Drill',
    description: 'Drill',
    startDate: inDays(7),
    endDate: inDays(8),
    visibility: 'members',
  }
}
