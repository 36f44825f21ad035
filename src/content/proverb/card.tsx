/** The address of the public list; `routes.ts` says the same. */
export const proverbList = '/language/proverbs'
export const proverbPage = (id: string) => `${proverbList}/${id}`
export const contributePage = '/contribute/proverbs'
