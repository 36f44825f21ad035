import { catalogue } from '#core/language.ts'

/** Why a bag is not taken. Nothing of it is then. */
export const refusals = catalogue('bag/refusals', {
  unreadable: (path: string) => `${path} can’t be read: please give a folder or a zip file that this account may open.`,
  occupied: (path: string) => `${path} is there already: please name another place.`,
  notZip: 'The zip file is damaged or no zip file: please copy it again.',
  noBag: 'This is no bag: it holds no bagit.txt in its one folder.',
  badName: (name: string) =>
    `The bag names a file outside of itself or in letters that are no UTF-8 (${name}), so it is not taken.`,
  noFile: (name: string) => `The bag holds something that is no plain file (${name}), so it is not taken.`,
  twice: (name: string) => `The bag holds the same file twice (${name}), so it is not taken.`,
  bomb: 'The zip file unpacks to far more than it weighs, so it is not taken. Please give the unpacked folder.',
  version: 'bagit.txt names no version of BagIt that is known here (0.97 or 1.0).',
  encoding: 'bagit.txt names another encoding than UTF-8: please make the bag again with UTF-8.',
  fetch: 'The bag leaves files to be fetched from elsewhere (fetch.txt): please complete it first.',
  noManifest: 'The bag has no manifest with SHA-256 or SHA-512: please make it again with one.',
  badManifest: (name: string, line: number) => `Line ${line} of ${name} can’t be read, so the bag is not taken.`,
  missing: (name: string) => `The bag lacks a file that it names (${name}): please copy it again.`,
  extra: (name: string) => `The bag holds a file that its manifest does not name (${name}), so it is not taken.`,
  changed: (name: string) => `A file is not as the bag says (${name}): please copy the bag again.`,
  oxum: 'The bag holds more or less than its Payload-Oxum says: please copy it again.',
  newer: 'The bag comes from a newer version of this software: please update this site first.',
  badRecord: (name: string) => `What ${name} says can’t be understood, so the bag is not taken.`,
  badFile: (name: string, why: string) => `A file of the bag is not kept here (${name}): ${why}`,
  clash: 'What the bag holds does not fit what is here already, so nothing was added.',
})
