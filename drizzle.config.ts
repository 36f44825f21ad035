import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/core/tables.ts',
    './src/accounts/**/table.ts',
    './src/content/**/table.ts',
    './src/features/**/table.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
})
