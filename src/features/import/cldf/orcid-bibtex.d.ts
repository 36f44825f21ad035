declare module '@orcid/bibtex-parse-js' {
  export function toJSON(
    text: string,
  ): { citationKey?: string; entryType: string; entryTags?: Record<string, string> }[]
}
