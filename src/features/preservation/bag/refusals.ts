import { catalogue } from '#text/language.ts'

/** Error messages for a bag that can't be imported or written. Nothing from a refused bag is imported. */
export const refusals = catalogue('bag/refusals', {
  unreadable: (path: string) => `Couldn’t read ${path}. Choose a folder or ZIP file that this account can open.`,
  occupied: (path: string) => `${path} already exists. Choose another name.`,
  notZip: 'The ZIP file is damaged, or isn’t a ZIP file. Copy it again.',
  noBag: 'This isn’t a bag, because there is no bagit.txt in its folder. Choose a bag in the BagIt format.',
  badName: (name: string) =>
    `The bag lists a file outside its folder, or a file name that isn’t UTF-8 (${name}). Nothing was imported. Make the bag again.`,
  noFile: (name: string) =>
    `The bag contains something that isn’t an ordinary file (${name}). Nothing was imported. Make the bag again without it.`,
  twice: (name: string) => `The bag contains the same file twice (${name}). Nothing was imported. Make the bag again.`,
  bomb: 'The ZIP file unpacks to a suspiciously large size. Nothing was imported. Unpack it, then import the folder.',
  version: 'This version of BagIt isn’t supported. Make the bag again with version 1.0 or 0.97.',
  encoding: 'The bag isn’t encoded in UTF-8. Make it again with UTF-8.',
  fetch: 'Some files of the bag must be downloaded first (fetch.txt). Complete the bag, then import it again.',
  noManifest: 'The bag has no SHA-256 or SHA-512 manifest. Make it again with one.',
  badManifest: (name: string, line: number) =>
    `Couldn’t read line ${line} of ${name}. Nothing was imported. Make the bag again.`,
  missing: (name: string) => `The bag is missing a file (${name}). Copy it again.`,
  extra: (name: string) =>
    `The bag contains a file that isn’t in its manifest (${name}). Nothing was imported. Make the bag again.`,
  changed: (name: string) => `A file doesn’t match its checksum (${name}). Copy the bag again.`,
  oxum: 'The bag is larger or smaller than its Payload-Oxum says. Copy it again.',
  newer: 'The bag was made by a newer version of this software. Update this site, then import the bag again.',
  badRecord: (name: string) => `Couldn’t understand ${name}. Nothing was imported. Make the bag again.`,
  badFile: (name: string, why: string) => `Couldn’t store a file of the bag (${name}): ${why}`,
  clash:
    'The bag contains invalid data, or conflicts with data on this site. Nothing was imported. Make the bag again.',
})
