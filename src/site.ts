// The settings that admins change in the browser, for the server and for the parts of the site that show them.
export { readStoredSite, type StoredSite } from '#features/site/queries.ts'
