import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Parses a command's arguments. If one is unknown or lacks its value, prints a sentence and ends the process. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ')
    console.error(`${sentence.replace(/\.$/, '')}.`)
    process.exit(2)
  }
}
