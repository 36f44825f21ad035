export function inThreeTries<T>(
  attempt: () => Promise<T>,
  isTransient: (result: T) => boolean,
  seconds?: number[],
): Promise<T>
export function isOfNetwork(complaint: string): boolean
