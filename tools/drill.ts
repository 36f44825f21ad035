import { readArguments } from '../scripts/lib/arguments.ts'
import { drillAttack } from './drill/attack.ts'
import { drillBackup } from './drill/backup.ts'
import { drillBrowsers } from './drill/browsers.ts'
import { drillContainer } from './drill/container.ts'
import { drillMachines, judge } from './drill/machines.ts'
import { drillOutage } from './drill/outage.ts'
import { drillSoak } from './drill/soak.ts'

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    screenshots: { type: 'string' },
  },
})
const drills: Record<string, () => Promise<void>> = {
  backup: () => drillBackup(Number(values.files)),
  async machines() {
    const result = await drillMachines({
      clients: Number(values.clients),
      seconds: Number(values.seconds ?? 120),
      pause: 2000,
    })
    console.log(result)
    const violations = judge(result)
    console.log(violations.length ? violations.join('\n') : 'All requirements are met.')
    if (violations.length) process.exitCode = 1
  },
  outage: () => drillOutage(Number(values.seconds ?? 30)),
  container: drillContainer,
  attack: () => drillAttack(positionals.slice(1)),
  browsers: () => drillBrowsers(positionals.slice(1), values.screenshots),
  soak: () => drillSoak(Number(values.minutes)),
}
const drill = drills[positionals[0] ?? 'backup']
if (drill) await drill()
else {
  console.error(`There is no such drill. Choose from: ${Object.keys(drills).join(', ')}.`)
  process.exitCode = 1
}
