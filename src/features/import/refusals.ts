import { catalogue } from '#text/language.ts'

export const refusals = catalogue('import/refusals', {
  tooLarge: (mega: number) => `The file is too large. Choose one of at most ${mega} MB.`,
  empty: 'The file is empty. Choose another one.',
  noRows: 'The file has no rows below the column names. Add rows and upload it again.',
  tooManyRows: (most: string) => `The file has more than ${most} rows. Split it into several files.`,
  noColumn: (column: string) => `Choose the column that contains “${column}”.`,
  twice: 'Two columns are set to the same field. Choose each field only once.',
  notThere: 'Entries of this type don’t have this field. Choose another one.',
  gone: 'The file no longer exists. Upload it again.',
  moreCells: (has: number, needs: number) =>
    `This row has ${has === 1 ? '1 cell' : `${has} cells`} instead of ${needs}. Correct it in your file.`,
  tooLong: 'This row is too long. Shorten it in your file.',
  openQuote: 'A quotation mark in this row is never closed. Close it in your file.',
  unreadable: 'Couldn’t read some characters. Choose another character encoding.',
  refusedRow: 'Couldn’t add this row to the archive. Check it in your file.',
  notNow: 'The status of this import has changed since you opened it. Reload the page.',
  badAddress: 'This upload address is invalid or has expired. Choose the file again.',
  notZip: 'Couldn’t open the ZIP file. Choose another one.',
  noDataset:
    'There is no CLDF dataset in this file. Its metadata (“…-metadata.json”) is missing or can’t be read. Choose another file.',
  notWordlist: 'This CLDF dataset isn’t a Wordlist. Choose one that is.',
  onlyWords: 'A CLDF dataset contains words. Upload it again and choose “Words”.',
  noFile: (name: string) => `The dataset has no file “${name}”. Add it and upload the dataset again.`,
  tooLargeInside: (name: string) => `“${name}” is too large. Split the dataset into several smaller ones.`,
  spreadsheet: 'This is a spreadsheet. Open it in your spreadsheet program, save it as CSV, and upload that file.',
  doubtful: (letters: string) =>
    `This cell isn’t in the same character encoding as the file. Check these letters: ${letters}`,
  joined: 'Replaced a line break with a space.',
  leftOut: (reason: string) => `Left out this cell. ${reason}`,
  sameAsRow: (row: number) => `Row ${row} of this file says the same.`,
  limited: 'This entry is a draft or limited to a group, so an import can’t change it. Edit it on its page.',
  changedSince: 'Someone has changed this entry since the file was checked. Check the file again.',
  withdrawn: 'Someone withdrew their permission for this entry, so it can’t be imported again.',
})
