// This exports the settings that admins change in the browser, for the server and the other parts of the site.
export { readStoredSite, type StoredSite } from '#features/site/queries.ts'
