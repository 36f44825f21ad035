import { catalogue } from '#core/language.ts'

/** What the server says of files that are imported and of their rows. */
export const refusals = catalogue('import/refusals', {
  tooLarge: (mega: number) => `Please choose a file of at most ${mega} MB.`,
  empty: 'The file is empty.',
  noRows: 'The file has no rows below its first one.',
  tooManyRows: (most: string) => `This holds more than ${most} rows. Please divide it into several files.`,
  noColumn: (column: string) => `Please choose the column of the file that is “${column}”.`,
  twice: 'Two columns can not fill the same one.',
  notThere: 'This type has no such column.',
  gone: 'The file is no longer here. Please choose it again.',
  fewer: (has: number, needs: number) => `This row has ${has} cells, the first one ${needs}.`,
  tooLong: 'This row is too long to be read.',
  openQuote: 'A quotation mark is opened in this row and never closed.',
  unreadable: 'This holds characters that can not be read. Please choose how the file is written.',
  refusedRow: 'The archive did not take this row.',
  notNow: 'This import is at another stage by now. Please load the page again.',
  badAddress: 'This upload address is not valid, or not any more. Please choose the file again.',
  notZip: 'This file is not a zip that can be read.',
  noDataset: 'There is no CLDF dataset in this file: its metadata (“…-metadata.json”) is missing or can not be read.',
  notWordlist: 'This CLDF dataset is not a Wordlist.',
  onlyWords: 'A CLDF dataset holds words. Please import it as words.',
  noFile: (name: string) => `The dataset has no “${name}”.`,
  tooLargeInside: (name: string) => `“${name}” is too large once it is unpacked.`,
  withdrawn: 'Someone has taken back their consent to this entry. It stays away.',
})
