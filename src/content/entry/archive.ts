import { type KindsWith, kindOf, pageKinds } from './address.ts'

/** The types of the archive, whose entries keepers confirm and which have a history. */
export type ArchiveType = KindsWith<'archive'>
export const archiveTypes = pageKinds.filter(isArchive)

export function isArchive(type: string): type is ArchiveType {
  return kindOf(type)?.archive === true
}
