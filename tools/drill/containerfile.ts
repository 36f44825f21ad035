/** A step of a Containerfile: its instruction in capitals, and the rest of its lines as one. */
export type Step = { instruction: string; rest: string }

const instructions = ['FROM', 'RUN', 'WORKDIR', 'COPY', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'CMD']

/** Parses a Containerfile. Throws for an instruction that the drill doesn't support. */
export function readSteps(text: string): Step[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  return lines.flatMap((line) => {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
    if (!line.trim()) return []
    if (!instructions.includes(instruction)) throw new Error(`the drill does not support: ${line}`)
    return [{ instruction, rest: rest.trim() }]
  })
}
