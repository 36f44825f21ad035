import { type KindsWith, kindOf, pageKinds } from './address.ts'

/** The types of the archive. Their entries have a history, and keepers can confirm them. */
export type ArchiveType = KindsWith<'archive'>
export const archiveTypes = pageKinds.filter(isArchive)

export function isArchive(type: string): type is ArchiveType {
  return kindOf(type)?.archive === true
}
