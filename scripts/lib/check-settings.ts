import { readConfig } from '#server/start/config.ts'
import { reportFailedStart } from '#server/start/failure.ts'

// This script says in one sentence which setting is wrong, and then exits with code 1.

try {
  readConfig()
} catch (error) {
  reportFailedStart(error as Error)
  process.exitCode = 1
}
