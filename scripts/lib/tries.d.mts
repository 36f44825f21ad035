export function retry<T>(attempt: () => Promise<T>, isTransient: (result: T) => boolean, seconds?: number[]): Promise<T>
export function isNetworkError(output: string): boolean
